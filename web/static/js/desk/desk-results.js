// Results from the keyboard alone: board, Enter, one key. And from a phone: tap a row, tap a result.
// The page shows what the server has said, except for rows that say they wait.

import {Queue} from "./desk-queue.js";
import {reload} from "./desk-reload.js";

const bar = document.getElementById("desk-entry");
const table = document.getElementById("boards");
const rows = new Map(Array.from(table.querySelectorAll("tr[data-board]"), (row) => [row.dataset.board, row]));
const SIGNS = {"1-0": "1 – 0", "1/2-1/2": "½ – ½", "0-1": "0 – 1", "+/-": "+ – −", "-/+": "− – +", "-/-": "− – −",
  "0-0": "0 – 0", "1/2-0": "½ – 0", "0-1/2": "0 – ½", "W-L": "(1 – 0)", "D-D": "(½ – ½)", "L-W": "(0 – 1)", adjourned: "… – …", clear: "", "": ""};
const KEYS = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "/": "1/2-1/2", "+": "+/-", "-": "-/+", x: "-/-", a: "adjourned"};
const says = document.getElementById("says");

function show(spot, {result, sign, mark}) {
  const row = rows.get(spot);
  if (!row) return;
  const changed = row.dataset.result !== result;
  row.dataset.result = result;
  row.querySelector(".sign output").textContent = sign;
  const seen = row.querySelector("input[name=seen]");
  if (seen) seen.value = result;
  const note = row.querySelector(".mark");
  note.replaceChildren();
  if (mark && bar) {
    const tag = document.createElement("span");
    tag.className = mark === "disputed" ? "tag bad" : "tag warn";
    tag.textContent = bar.dataset[mark] || mark;
    note.append(" ", tag);
  }
  row.classList.remove("waits");
  if (changed) flash(row);
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
    await decidable(answer.matches);
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
  for (const selector of ["#disputes", ".tabs .rounds"]) {
    const now = fresh.querySelector(selector);
    if (now) document.querySelector(selector).replaceWith(document.adoptNode(now));
  }
}

// Matches with their running score and, where one is level, what comes next

async function decidable(matches) {
  const shown = document.getElementById("matches");
  if (!shown || shown.dataset.matches === matches) return;
  const response = await fetch(location.pathname, {credentials: "same-origin"});
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("matches");
  if (fresh) shown.replaceWith(document.adoptNode(fresh));
  progress();
}

function progress() {
  const done = [...rows.values()].filter((row) => row.dataset.result && row.dataset.result !== "adjourned").length;
  const line = document.getElementById("progress");
  if (line) line.textContent = `${done} / ${rows.size}`;
  const over = done === rows.size && !document.querySelector("#matches .level");
  for (const id of ["close-round", "pair-next"]) {
    const button = document.getElementById(id);
    if (!button) continue;
    button.classList.toggle("quiet", !over);
    button.classList.toggle("primary", over && id === (document.getElementById("pair-next") ? "pair-next" : "close-round"));
  }
}

function follow() {
  const slug = table.dataset.slug;
  if (window.Tablo && window.Tablo.connect) {
    let timer;
    const number = table.dataset.number ? `/${table.dataset.number}` : "";
    window.Tablo.connect({topics: [`t/${slug}/pairings${number}`], form: "json", language: "en", screen: "",
      onframe: () => { clearTimeout(timer); timer = setTimeout(read, 40); }, onstate: () => {}});
  } else {
    setInterval(() => { if (!document.hidden) read(); }, 4000);
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
}

// Entering

let chosen = null;
const queue = bar && new Queue({at: bar.dataset.at, token: bar.dataset.token, told, changed, stopped});

function enter(board, result) {
  const row = rows.get(board);
  const before = queue.last(board);
  const seen = before ? (before.result === "clear" ? "" : before.result) : row.dataset.result;
  says.hidden = true;
  row.classList.remove("refused");
  row.querySelector(".sign output").textContent = SIGNS[result];
  queue.add(board, result, seen);
}

function told(command, answer) {
  const row = rows.get(String(command.board));
  if (answer.status === 200) {
    if (!queue.last(command.board)) { show(answer.spot, answer); if (row) flash(row); }
    if (bar.dataset.disputing && answer.claims && answer.result !== command.result) {
      complain(bar.dataset.disputing.replace("{board}", answer.spot).replace("{sign}", answer.sign));
    }
  } else {
    const who = answer.who ? ` ${bar.dataset.by.replace("{who}", answer.who).replace("{when}", answer.when)}` : "";
    complain(`${answer.sentence}${who}`);
    if (row) row.classList.add("refused");
    if ("result" in answer && answer.board && !queue.last(command.board)) show(answer.spot, answer);
    else read();
  }
  progress();
  if (document.getElementById("matches")) read();
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

function complain(sentence) {
  says.textContent = sentence;
  says.hidden = false;
}

// The keyboard: the board field and the result field take turns

function choose(board, look = true) {
  if (chosen) chosen.classList.remove("chosen");
  chosen = rows.get(board) || null;
  if (!chosen) return;
  chosen.classList.add("chosen");
  if (look) chosen.scrollIntoView({block: "nearest"});
}

// `3.2` is the second game of board 3; a comma will do.
const typed = (value) => value.trim().replace(",", ".");

function nextOpen(after) {
  const boards = [...rows.keys()];
  const from = boards.indexOf(after) + 1;
  const turned = [...boards.slice(from), ...boards.slice(0, from)];
  const open = (board) => !rows.get(board).dataset.result && !(queue.last(board) && queue.last(board).result !== "clear");
  return turned.find(open);
}

function desk() {
  const board = document.getElementById("quick-board");
  const result = document.getElementById("quick-result");
  if (!board) return; // a helper's page has its boards only

  const toBoard = (value) => { board.value = value ?? ""; choose(value); board.focus({preventScroll: true}); board.select(); };
  const toResult = () => {
    const wanted = typed(board.value);
    if (!rows.has(wanted)) { complain(bar.dataset.noboard.replace("{board}", board.value).replace("{last}", rows.size)); board.select(); return; }
    choose(wanted);
    result.value = "";
    result.focus({preventScroll: true});
  };
  const step = (by) => {
    const boards = [...rows.keys()];
    const at = chosen ? boards.indexOf(chosen.dataset.board) : -1;
    const wanted = boards[Math.max(0, Math.min(boards.length - 1, at + by))];
    board.value = wanted;
    choose(wanted);
    if (document.activeElement === board) board.select();
  };
  const done = (code) => {
    const at = chosen.dataset.board;
    enter(at, code);
    toBoard(nextOpen(at));
  };

  board.form.noValidate = true; // Enter means "this board", the result is still to come
  board.form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (document.activeElement !== result) toResult();
  }, true);
  board.addEventListener("input", () => choose(typed(board.value)));
  board.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); step(event.key === "ArrowDown" ? 1 : -1); }
  });
  result.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    event.preventDefault();
    const key = event.key.toLowerCase();
    if (key === "escape") toBoard(board.value);
    else if (key === "arrowdown" || key === "arrowup") step(key === "arrowdown" ? 1 : -1);
    else if (!chosen) toBoard(board.value);
    else if (key === "backspace" || key === "delete") chosen.dataset.result || queue.last(chosen.dataset.board) ? done("clear") : toBoard(board.value);
    else if (key in KEYS) done(KEYS[key]);
  });
  // A key pressed while nothing is focused goes where it belongs.
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey) board.focus();
  });
  for (const hint of document.querySelectorAll(".with-keys")) hint.hidden = false;
  board.form.querySelector("button").hidden = true;
  if (window.matchMedia("(min-width: 44.01rem)").matches) toBoard(board.value || nextOpen(""));
}

function mouse() {
  for (const [number, row] of rows) {
    const form = row.querySelector("form.entry");
    if (!form) continue;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      enter(number, event.submitter.value);
      const menu = form.querySelector("details");
      if (menu) menu.open = false;
    }, true);
  }
}

function phone() {
  const pad = document.getElementById("pad");
  const narrow = window.matchMedia("(max-width: 44rem)");
  const fit = () => table.classList.toggle("by-pad", narrow.matches);
  narrow.addEventListener("change", fit);
  fit();
  const open = (row) => {
    choose(row.dataset.board, false);
    pad.querySelector(".pad-board").textContent = row.dataset.board;
    pad.querySelector(".pad-white").textContent = row.dataset.white;
    pad.querySelector(".pad-black").textContent = row.dataset.black;
    pad.querySelector("details").open = false;
    const note = pad.querySelector(".pad-note");
    if (note) note.hidden = !row.dataset.result;
    pad.hidden = false;
  };
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-board]");
    if (!narrow.matches || !row) return;
    event.preventDefault();
    open(row);
  });
  pad.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-result]");
    if (!button || !chosen) return;
    const board = chosen.dataset.board;
    enter(board, button.dataset.result);
    const next = nextOpen(board);
    if (next === undefined) { pad.hidden = true; choose(""); } else { open(rows.get(next)); rows.get(next).scrollIntoView({block: "center", behavior: "smooth"}); }
  });
}

follow();
if (queue) {
  desk();
  mouse();
  phone();
  for (const command of queue.waiting()) {
    const row = rows.get(String(command.board));
    if (row) row.querySelector(".sign output").textContent = SIGNS[command.result];
  }
  changed();
  queue.send();
}
