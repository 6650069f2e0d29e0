// Results typed into the crosstable: arrows choose a cell, one key enters it. On a phone: tap a cell, tap a result.
// A cell is a game as the player of its line sees it; the cell of the opponent shows the same game the other way round.

import {signOf} from "./desk-keys.js";
import {Queue} from "./desk-queue.js";
import {Beside} from "./desk-beside.js";
import {reload} from "./desk-reload.js";
import {sayOverwritten} from "./desk-was.js";

const table = document.getElementById("meetings");
const says = document.getElementById("says");
const pad = document.getElementById("table-pad");
const cells = [...table.querySelectorAll("a.game")];
const games = new Map();
for (const cell of cells) games.set(keyOf(cell), [...(games.get(keyOf(cell)) || []), cell]);
const queues = new Map();

const KEYS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "/": "1/2-1/2", "+": "+/-", "-": "-/+", x: "-/-", a: "adjourned",
  backspace: "clear", delete: "clear"};
const REVERSED = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+", "-/+": "+/-", "1/2-0": "0-1/2", "0-1/2": "1/2-0", "W-L": "L-W", "L-W": "W-L"};
const SHORT_SIGNS = {"1-0": "1", "1/2-1/2": "½", "0-1": "0", "+/-": "+", "-/+": "−", "-/-": "−", "0-0": "0", "1/2-0": "½", "0-1/2": "0",
  "W-L": "(1)", "D-D": "(½)", "L-W": "(0)", adjourned: "…"};
const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

function keyOf(cell) { return `${cell.dataset.round}/${cell.dataset.board}`; }
const seenFrom = (cell, result) => cell.dataset.colour === "w" ? result : REVERSED[result] || result;

function draw(cell, result) {
  const content = document.createElement(result && result !== "clear" ? "b" : "small");
  content.textContent = result && result !== "clear" ? SHORT_SIGNS[seenFrom(cell, result)] : cell.dataset.round;
  cell.querySelector("b, small").replaceWith(content);
}

function show(key, result, mark) {
  for (const cell of games.get(key) || []) {
    cell.dataset.result = result;
    draw(cell, result);
    cell.querySelector(".disputed-mark")?.remove();
    if (mark === "disputed") cell.insertAdjacentHTML("beforeend", '<i class="disputed-mark">!</i>');
  }
}

// Entries of others, and the points

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const response = await fetch(`${table.dataset.root}/table/results`, {headers: {Accept: "application/json"}, credentials: "same-origin"});
    if (!response.ok) return;
    const answer = await response.json();
    if (answer.games.length !== games.size) { reload(); return; }
    for (const fact of answer.games) {
      const key = `${fact.round}/${fact.spot}`;
      if (!queues.get(String(fact.round))?.last(fact.spot)) show(key, fact.result, fact.mark);
    }
    for (const [player, points] of Object.entries(answer.points)) {
      const shown = table.querySelector(`[data-points="${player}"]`);
      if (shown) shown.textContent = points;
    }
    document.getElementById("progress").textContent = `${answer.done} / ${answer.games.length}`;
  } catch { /* the next frame or the next turn brings it */ } finally {
    reading = false;
    if (again) { again = false; read(); }
  }
}

function follow() {
  if (window.Tablo && window.Tablo.connect) {
    let timer;
    window.Tablo.connect({topics: [`d/${table.dataset.slug}/crosstable/number`], form: "json", language: "en", screen: "",
      onframe: () => { clearTimeout(timer); timer = setTimeout(read, 40); }, onstate: () => {}});
  } else {
    setInterval(() => { if (!document.hidden) read(); }, 4000);
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
}

// Entering: one queue for each round, as on the pages of the rounds

function queueOf(round) {
  if (!queues.has(round)) {
    const at = `${table.dataset.root}/rounds/${round}`;
    queues.set(round, new Queue({at, token: table.dataset.token, told: (command, answer) => told(round, command, answer), changed, stopped}));
  }
  return queues.get(round);
}

function enter(cell, result, back = false) {
  if (cell.classList.contains("closed")) { location.href = cell.href; return; }
  const queue = queueOf(cell.dataset.round), board = cell.dataset.board;
  const before = queue.last(board);
  const seen = before ? (before.result === "clear" ? "" : before.result) : cell.dataset.result;
  if (result === "clear" && !seen) return;
  says.hidden = true;
  const [white, black] = namesOf(cell);
  entered = {cell, round: cell.dataset.round, white, black, before: seen || "clear", now: result, fresh: true, taken: back};
  sayOverwritten(notice, table.dataset, entered, back);
  for (const one of games.get(keyOf(cell))) { one.classList.remove("refused"); draw(one, result); }
  queue.add(board, result, seen);
}

// An overwritten result is said, and one key or one tap brings it back.

const notice = document.getElementById("was");
let entered = null; // the newest entry from this page; fresh until another cell is chosen or another key is pressed

function takeBack() {
  if (!entered || entered.taken) { complain(table.dataset.nothingBack); return; }
  const cell = entered.cell;
  enter(cell, entered.before, true);
  choose(cell);
}

// A key that clears a cell takes an overwriting entry back while the notice is news.
const tookBack = (key) => key === "z" || (["backspace", "delete"].includes(key) && !notice.hidden && entered?.fresh && !entered.taken);

const beside = new Beside(table.dataset, `${table.dataset.root}/rounds`);

function told(round, command, answer) {
  const key = `${round}/${command.board}`;
  if (answer.status === 200) {
    if (!queueOf(round).last(command.board)) show(key, answer.result, answer.mark);
    if (answer.claims && answer.result !== command.result) beside.claimed(command, answer, `${round}.${answer.spot}`);
  } else {
    const who = answer.who ? ` ${table.dataset.by.replace("{who}", answer.who).replace("{when}", answer.when)}` : "";
    if (command.waited) beside.refused(command, `${answer.sentence}${who}`);
    else complain(`${answer.sentence}${who}`);
    for (const cell of games.get(key) || []) cell.classList.add("refused");
  }
  read();
}

function changed() {
  const waiting = [...queues.values()].flatMap((queue) => queue.waiting());
  const keys = new Set(waiting.map((command) => `${command.at.split("/").pop()}/${command.board}`));
  for (const cell of cells) cell.classList.toggle("waits", keys.has(keyOf(cell)));
  const troubled = [...queues.values()].filter((queue) => queue.failures);
  const note = document.getElementById("waiting");
  note.hidden = !waiting.length || !troubled.length;
  const trouble = troubled.map((queue) => queue.trouble).find(Boolean);
  note.textContent = trouble ? table.dataset.trouble.replace("{sentence}", () => trouble) : table.dataset.waiting;
}

function stopped(sentence) {
  complain(sentence);
  const link = document.createElement("a");
  link.href = `/desk/login?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = table.dataset.login;
  says.append(" ", link);
}

function complain(sentence) {
  says.textContent = sentence;
  says.hidden = false;
  if (notice) notice.hidden = true;
}

// The keyboard: one cell can be reached by Tab, the others by the arrows

let chosen = null;

function choose(cell, focus = true) {
  if (chosen) { chosen.classList.remove("chosen"); chosen.tabIndex = -1; }
  chosen = cell;
  chosen.classList.add("chosen");
  chosen.tabIndex = 0;
  if (focus) chosen.focus({preventScroll: false});
}

function step([down, right]) {
  let line = Number(chosen.dataset.line), column = Number(chosen.dataset.column);
  const inCell = cells.filter((cell) => cell.dataset.line === chosen.dataset.line && cell.dataset.column === chosen.dataset.column);
  const beside = right && inCell[inCell.indexOf(chosen) + right];
  if (beside) { choose(beside); return; }
  for (let n = 0; n < cells.length; n++) {
    line += down; column += right;
    const found = cells.filter((cell) => Number(cell.dataset.line) === line && Number(cell.dataset.column) === column);
    if (found.length) { choose(found[right < 0 ? found.length - 1 : 0]); return; }
  }
}

function typed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !chosen) return;
  const key = signOf(event);
  if (event.key in STEPS) { event.preventDefault(); stale(); step(STEPS[event.key]); }
  else if (tookBack(key)) { event.preventDefault(); takeBack(); }
  else if (key in KEYS) {
    event.preventDefault();
    enter(chosen, seenFrom(chosen, KEYS[key]));
    onwards();
  }
}

const stale = () => { if (entered) entered.fresh = false; };

// After an entry: the next cell of the line; behind its last one the first game without a result.
function onwards() {
  const before = chosen;
  step([0, 1]);
  if (chosen !== before) return;
  const open = cells.find((cell) => !cell.dataset.result && !cell.classList.contains("waits") && keyOf(cell) !== keyOf(before));
  if (open) choose(open);
}

// White and Black of a cell, as its label has them.
const namesOf = (cell) => cell.getAttribute("aria-label").replace(/^[^:]*: /, "").replace(/: [^:]*$/, "").split(" – ");

function padded() {
  const open = (cell) => {
    choose(cell, false);
    const names = namesOf(cell);
    pad.querySelector(".pad-board").textContent = cell.dataset.round;
    pad.querySelector(".pad-white").textContent = names[0];
    pad.querySelector(".pad-black").textContent = names[1] || "";
    pad.querySelector("details").open = false;
    pad.hidden = false;
  };
  table.addEventListener("click", (event) => {
    stale();
    const cell = event.target.closest("a.game");
    if (!cell || (cell.classList.contains("closed") && cell.dataset.result)) return;
    event.preventDefault();
    open(cell);
    cell.focus({preventScroll: true});
  });
  pad.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-result]");
    if (!button || !chosen) return;
    enter(chosen, button.dataset.result);
    pad.hidden = true;
  });
}

follow();
if (pad && cells.length) {
  for (const cell of cells) cell.tabIndex = -1;
  choose(cells.find((cell) => !cell.dataset.result) || cells[0], window.matchMedia("(min-width: 44.01rem)").matches);
  table.addEventListener("keydown", typed);
  table.addEventListener("focusin", (event) => { const cell = event.target.closest("a.game"); if (cell && cell !== chosen) choose(cell, false); });
  padded();
  notice.querySelector("button").addEventListener("click", takeBack);
  for (const round of new Set(cells.map((cell) => cell.dataset.round))) {
    const queue = queueOf(round);
    for (const command of queue.waiting()) for (const cell of games.get(`${round}/${command.board}`) || []) draw(cell, command.result);
    queue.send();
  }
  changed();
}
