// Results from the keyboard alone: board, Enter, one key. And from a phone: tap a row, tap a result.
// The page shows what the server has said, except for rows that say they wait.

import {asRead} from "./desk-keys.js";
import {keyboard} from "./desk-keyboard.js";
import {Queue} from "./desk-queue.js";
import {mouse, phone} from "./desk-taps.js";
import {released, reload} from "./desk-reload.js";
import {SIGNS, sayOverwritten} from "./desk-was.js";
import {Beside} from "./desk-beside.js";

const bar = document.getElementById("desk-entry");
const table = document.getElementById("boards");
const rows = new Map(Array.from(table.querySelectorAll("tr[data-board]"), (row) => [row.dataset.board, row]));
const says = document.getElementById("says");

function show(spot, {result, mark, reported}) {
  const row = rows.get(spot);
  if (!row) return;
  const changed = row.dataset.result !== result;
  row.dataset.result = result;
  row.querySelector(".sign > b").textContent = SIGNS[asRead(row, result)];
  const note = row.querySelector(".mark");
  note.replaceChildren();
  if ((mark || reported) && bar) {
    const tag = document.createElement("span");
    tag.className = mark === "disputed" ? "tag bad" : mark ? "tag warn" : "tag live";
    tag.textContent = mark ? bar.dataset[mark] || mark : reported;
    note.append(" ", tag);
  }
  row.classList.remove("waits");
  if (changed) flash(row);
  if (row === chosen) repeat();
}

function flash(row) {
  row.classList.remove("flash");
  void row.offsetWidth; // so that a second flash starts anew
  row.classList.add("flash");
}

// Entries of other arbiters

let reading = false, again = false;
async function read() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    const response = await fetch(`${table.dataset.at || location.pathname}/results`, {headers: {Accept: "application/json"}, credentials: "same-origin"});
    if (response.status === 403 && !(queue && queue.waiting().length)) reload(); // no longer invited: the page says so
    if (!response.ok) return;
    const answer = await response.json();
    const moved = "round" in table.dataset && answer.newest !== Number(table.dataset.round);
    if (moved || answer.state !== table.dataset.state || answer.boards.length !== rows.size) {
      if (!queue || !queue.waiting().length) reload();
      return;
    }
    for (const fact of answer.boards) if (!queue || !queue.last(fact.spot)) show(fact.spot, fact);
    for (const [match, score] of Object.entries(answer.scores)) document.querySelector(`tr[data-match="${match}"] .match-score`).textContent = score;
    progress();
    await settleable(answer.boards);
    for (const id of ["offers", "matches", "armageddons"]) await printed(id, answer[id]);
  } catch { /* the next frame or the next turn brings it */ } finally {
    reading = false;
    if (again) { again = false; read(); }
  }
}

// Boards in dispute with their entries: printed by the server, fetched again when they have changed

const claimed = (boards) => boards.filter((fact) => fact.claims).map((fact) => `${fact.spot}:${fact.claims}`).join(" ");

async function settleable(boards) {
  const shown = document.getElementById("disputes");
  if (!shown || shown.dataset.claims === claimed(boards)) return;
  const response = await fetch(location.pathname, {credentials: "same-origin"});
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  await released();
  for (const selector of ["#disputes", ".tabs .rounds"]) {
    const now = fresh.querySelector(selector);
    if (now) document.querySelector(selector).replaceWith(document.adoptNode(now));
  }
}

// Results that live boards offer, matches with what comes next, draws with their Armageddon: printed by the server

async function printed(id, said) {
  const shown = document.getElementById(id);
  if (!shown || shown.dataset[id] === said) return;
  const response = await fetch(location.pathname, {credentials: "same-origin"});
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(id);
  await released();
  if (fresh) shown.replaceWith(document.adoptNode(fresh));
  progress();
}

function progress() {
  const done = [...rows.values()].filter((row) => row.dataset.result && row.dataset.result !== "adjourned").length;
  const line = document.getElementById("progress");
  if (line) line.textContent = `${done} / ${rows.size}`;
  showOpen();
  const over = done === rows.size && !document.querySelector("#matches .level");
  for (const id of ["close-round", "pair-next"]) {
    const button = document.getElementById(id);
    if (!button) continue;
    button.classList.toggle("quiet", !over);
    button.classList.toggle("primary", over && id === (document.getElementById("pair-next") ? "pair-next" : "close-round"));
  }
}

// The last boards without a result, to be pressed; earlier there are too many to be of help.
const MOST_OPEN = 30;
function showOpen() {
  const line = document.getElementById("still-open");
  if (!line) return;
  const open = [...rows.values()].filter((row) => !row.dataset.result);
  line.hidden = !open.length || open.length > MOST_OPEN || open.length === rows.size;
  line.querySelector("span").replaceChildren(...line.hidden ? [] : open.flatMap((row) => {
    const link = document.createElement("a");
    link.href = `?board=${row.dataset.board}#desk-entry`;
    link.dataset.board = row.dataset.board;
    link.textContent = nameOf(row);
    link.classList.toggle("disputed", Boolean(row.querySelector(".mark .tag.bad")));
    return [link, " "];
  }));
}

function follow() {
  const slug = table.dataset.slug;
  if (window.Tablo && window.Tablo.connect) {
    let timer;
    const number = table.dataset.number ? `/${table.dataset.number}` : "";
    const live = "live" in table.dataset ? [`d/${slug}/live`] : []; // what the boards offer
    window.Tablo.connect({topics: [`d/${slug}/pairings${number}`, ...live], form: "json", language: "en", screen: "",
      onframe: () => { clearTimeout(timer); timer = setTimeout(read, 40); }, onstate: () => {}});
  } else {
    setInterval(() => { if (!document.hidden) read(); }, 4000);
  }
  // The report of one player alone is news for the desk only: no frame tells of it.
  if ("reports" in table.dataset) setInterval(() => { if (!document.hidden) read(); }, 5000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
}

// Entering

let chosen = null;
const queue = bar && new Queue({at: bar.dataset.at, token: bar.dataset.token, told, changed, stopped});

const beside = bar && new Beside(bar.dataset, bar.dataset.at);

const disputing = bar && "disputing" in bar.dataset; // a helper: what others have entered is not overwritten

function enter(board, result, again = false) {
  const row = rows.get(board);
  const before = queue.last(board);
  const seen = before ? (before.result === "clear" ? "" : before.result) : row.dataset.result;
  says.hidden = true;
  row.classList.remove("refused");
  row.querySelector(".sign > b").textContent = SIGNS[asRead(row, result)];
  entered = {board, before: seen || "clear", now: result};
  if (seen && result.startsWith(`${seen} `)) Object.assign(entered, {before: "clear", taken: true}); // the draw stays: only its Armageddon is new
  if (!disputing) overwritten(entered, again);
  queue.add(board, result, seen);
}

// An overwritten result is said, and one key or one tap brings it back.

let entered = null; // the newest entry from this page: its board, the result before it and its own
const notice = document.getElementById("was");

function overwritten({board, before, now}, again = false) {
  const row = rows.get(board);
  sayOverwritten(notice, bar.dataset, {board: nameOf(row), before: asRead(row, before), now: asRead(row, now)}, again);
}

const nameOf = (row) => row.querySelector(".board").firstChild.textContent.trim();

// The board of the entry that was taken back; undefined when there is none.
function takeBack() {
  const entry = entered;
  if (!entry || entry.taken) return undefined;
  enter(entry.board, entry.before, true);
  entered.taken = true;
  return entry.board;
}

const noticed = () => !notice.hidden && !entered?.taken;

function told(command, answer) {
  const row = rows.get(String(command.board));
  if (answer.status === 200) {
    if (!queue.last(command.board)) { show(answer.spot, answer); if (row) flash(row); }
    if (answer.claims && answer.result !== command.result) keptBeside(command, answer);
    else if (disputing) answered(command);
  } else {
    const who = answer.who ? ` ${bar.dataset.by.replace("{who}", answer.who).replace("{when}", answer.when)}` : "";
    if (command.waited) beside.refused(asTyped(command), `${answer.sentence}${who}`);
    else complain(`${answer.sentence}${who}`);
    if (row) row.classList.add("refused");
    if ("result" in answer && answer.board && !queue.last(command.board)) show(answer.spot, answer);
    else read();
  }
  progress();
  if (document.querySelector("#matches, #armageddons")) read();
}

// With the result as it was typed.
const asTyped = (command) => ({...command, result: asRead(rows.get(String(command.board)), command.result)});

function keptBeside(command, answer) {
  const row = rows.get(answer.spot);
  beside.claimed(asTyped(command), {...answer, sign: SIGNS[asRead(row, answer.result)]}, row ? nameOf(row) : answer.spot);
  if (entered?.board === String(command.board)) entered = null;
  if (notice) notice.hidden = true;
}

// A helper hears what became of an entry for a board that had a result.
function answered(command) {
  const board = String(command.board);
  if (command.seen && !queue.last(board)) {
    overwritten({board, before: command.seen, now: command.result}, Boolean(entered?.taken));
  }
}

function changed() {
  const waiting = queue.waiting();
  const boards = new Set(waiting.map((command) => String(command.board)));
  for (const [board, row] of rows) row.classList.toggle("waits", boards.has(board));
  const note = document.getElementById("waiting");
  note.hidden = !waiting.length || !queue.failures;
  const words = queue.trouble ? bar.dataset.trouble.replace("{sentence}", () => queue.trouble) : bar.dataset.waiting;
  note.textContent = words.replace("{boards}", [...boards].sort((a, b) => a - b).join(", "));
}

function stopped(sentence) {
  complain(sentence);
  if (!bar.dataset.login) return;
  const link = document.createElement("a");
  link.href = `/desk/login?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = bar.dataset.login;
  says.append(" ", link);
}

// `keys`: the list of keys is a tap away.
function complain(sentence, keys = false) {
  says.textContent = sentence;
  says.hidden = false;
  if (notice) notice.hidden = true;
  if (!keys) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = bar.dataset.keys;
  button.addEventListener("click", () => { document.getElementById("keys").open = true; document.querySelector("#keys summary").focus(); });
  says.append(" ", button);
}

function choose(board, look = true) {
  if (chosen) chosen.classList.remove("chosen");
  chosen = rows.get(board) || null;
  repeat();
  if (!chosen) return;
  chosen.classList.add("chosen");
  if (look) chosen.scrollIntoView({block: "nearest"});
}

// The panel repeats the pair of the board that is being typed: nobody has to find its row.
function repeat() {
  const pair = document.getElementById("pair");
  if (!pair) return;
  pair.hidden = !chosen;
  if (!chosen) return;
  const points = chosen.querySelectorAll(".pts"), match = table.querySelector(`tr[data-match="${chosen.dataset.board.split(".")[0]}"]`);
  pair.querySelector(".board").textContent = nameOf(chosen);
  pair.querySelector(".sign").textContent = chosen.querySelector(".sign > b").textContent || "–";
  [["left", ".white"], ["right", ".black"]].forEach(([side, cell], place) => {
    const seat = document.createElement("bdi"); // a name in Arabic letters does not turn the line round
    const people = chosen.querySelectorAll(`${cell} > :is(.person, .piece, .soft)`);
    seat.append(...Array.from(people, (one) => [one.cloneNode(true), " "]).flat());
    seat.querySelectorAll("a").forEach((link) => link.replaceWith(...link.childNodes));
    if (match) document.querySelector(`.legend .${side}`).textContent = match.querySelector(`${cell} .person`).textContent;
    const score = document.createElement("span");
    score.className = "soft";
    score.textContent = points[place]?.textContent || "";
    pair.querySelector(`.${side}`).replaceChildren(...(place ? [score, " ", seat] : [seat, " ", score]));
  });
}

// The panel stays in view, and the row that is being typed between it and the entries kept beside, however much they say.
function stay() {
  const around = [bar, beside.box];
  const keepClear = () => {
    const [above, below] = around.map((one) => one.offsetHeight);
    const row = rows.values().next().value?.offsetHeight || 0;
    document.documentElement.style.scrollPadding = `${above + row + 4}px 0 ${below + 20}px`;
    if (chosen && bar.contains(document.activeElement)) chosen.scrollIntoView({block: "nearest"});
  };
  const watch = new ResizeObserver(keepClear);
  for (const one of around) watch.observe(one);
  bar.classList.add("stays");
}

const filled = (row) => Boolean(row.dataset.result || queue.last(row.dataset.board));

function nextOpen(after) {
  const boards = [...rows.keys()];
  const from = boards.indexOf(after) + 1;
  const turned = [...boards.slice(from), ...boards.slice(0, from)];
  const open = (board) => !rows.get(board).dataset.result && !(queue.last(board) && queue.last(board).result !== "clear");
  return turned.find(open);
}

follow();
if (queue) {
  if (document.getElementById("quick-board")) { // a helper's page has its boards only
    keyboard({rows, bar, enter, choose, complain, nextOpen, takeBack, noticed, filled, get chosen() { return chosen; }});
  }
  mouse({table, enter});
  phone({rows, table, enter, choose, nextOpen, get chosen() { return chosen; }});
  stay();
  notice.querySelector("button").addEventListener("click", takeBack);
  for (const command of queue.waiting()) {
    const row = rows.get(String(command.board));
    if (row) row.querySelector(".sign > b").textContent = SIGNS[asRead(row, command.result)];
  }
  changed();
  queue.send();
}
