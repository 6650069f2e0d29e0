/* A game, step by step: keys, arrows, a swipe over the board. Each move in the list has its position with it, so that
   nothing is asked of the server. Without this file the same keys are links. New moves come by the feed; whoever looks
   at an earlier one stays there. */

const game = document.querySelector(".game"), moves = game.querySelector(".moves");
const FILES = 8, SWIPE_PX = 40;
let chosen = game.dataset.ply === "" ? null : Number(game.dataset.ply);   // null = the newest, whatever comes

const plies = () => [...moves.querySelectorAll("[data-ply]")];
const shown = () => chosen ?? plies().length;

/* ---- the position of a move ---- */

function man(letter, at) {
  const made = document.createElement("i");
  const white = letter === letter.toUpperCase();
  made.className = `man ${white ? "w" : "b"}${letter.toLowerCase()} f${at % FILES + 1} r${Math.floor(at / FILES) + 1}`;
  return made;
}

function mark(kind, at) {
  const made = document.createElement("i");
  made.className = `${kind} f${at % FILES + 1} r${Math.floor(at / FILES) + 1}`;
  return made;
}

function draw(ply) {
  const squares = ply ? ply.dataset.squares : game.dataset.start;
  const [from, to] = ply ? ply.dataset.moved.split(" ").map(Number) : [];
  const marks = ply ? [mark("moved-from", from), mark("moved-to", to)] : [];
  const men = [...squares].flatMap((letter, at) => (letter === "." ? [] : [man(letter, at)]));
  game.querySelector(".on-board .chessboard").replaceChildren(...marks, ...men);
}

/* ---- clocks, keys, the list ---- */

function tellClocks(list, count) {
  for (const [side, column] of [["w", 2], ["b", 4]]) {
    const own = list.slice(0, count).map((ply) => ply.closest("td")).filter((cell) => cell.cellIndex === column - 1);
    const clock = game.querySelector(`.player.${side} .clock`), told = own.length ? own.at(-1).nextElementSibling.textContent : "";
    clock.textContent = told;
    clock.hidden = told === "";
    if (count < list.length) clock.closest(".player").classList.remove("running");
  }
}

function tellKeys(count, newest) {
  const reach = { first: count > 0, back: count > 0, on: count < newest, last: count < newest };
  for (const [name, on] of Object.entries(reach)) {
    const key = game.querySelector(`[data-key="${name}"]`);
    if (on) {
      key.removeAttribute("aria-disabled");
      key.removeAttribute("role");
      key.href = address(target(name, count, newest));
    } else {
      key.setAttribute("aria-disabled", "true");
      key.setAttribute("role", "link");
      key.removeAttribute("href");
    }
  }
}

function target(name, count, newest) {
  const to = { first: 0, back: Math.max(0, count - 1), on: count + 1, last: newest }[name];
  return to >= newest ? null : to;
}

function address(ply, turned = game.classList.contains("turned")) {
  const made = new URL(location.href);
  for (const [word, value] of [["ply", ply], ["side", turned ? "black" : null]]) {
    if (value === null) made.searchParams.delete(word); else made.searchParams.set(word, value);
  }
  return made.href;
}

function tellList(ply) {
  for (const old of game.querySelectorAll(".moves [aria-current], .time")) {
    old.removeAttribute("aria-current");
    old.classList.remove("now-w", "now-b");
  }
  if (ply) {
    ply.setAttribute("aria-current", "true");
    const row = ply.closest("tr"), at = row.getBoundingClientRect(), seen = moves.getBoundingClientRect();
    game.querySelector(`[data-part="${row.dataset.part.replace("moves", "times")}"]`)?.classList.add(ply.closest("td").cellIndex === 1 ? "now-w" : "now-b");
    if (at.bottom > seen.bottom) moves.scrollTop += at.bottom - seen.bottom + 4;
    if (at.top < seen.top) moves.scrollTop += at.top - seen.top - 4;
  } else {
    moves.scrollTop = -moves.scrollHeight; // the list is laid from its end: its newest move is in sight without a script
  }
}

function show() {
  const list = plies(), count = Math.min(shown(), list.length), ply = list[count - 1];
  draw(ply);
  if (chosen !== null) tellClocks(list, count);
  tellKeys(count, list.length);
  tellList(ply);
}

function go(to) {
  const newest = plies().length, was = chosen;
  chosen = to === null || to >= newest ? null : Math.max(0, to);
  if (chosen === null && was !== null) tellClocks(plies(), newest);
  history.replaceState(null, "", address(chosen));
  show();
}

function turn() {
  game.classList.toggle("turned");
  history.replaceState(null, "", address(chosen));
}

function press(name) {
  if (name === "turn") turn(); else go(target(name, shown(), plies().length));
}

/* ---- what the reader does ---- */

game.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]"), ply = event.target.closest("[data-ply]");
  if ((!key && !ply) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (ply && ply !== game) go(Number(ply.dataset.ply));
  else if (key && !key.hasAttribute("aria-disabled")) press(key.dataset.key);
});

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  press(name);
});

let touched = null;
const board = game.querySelector(".on-board");
board.addEventListener("touchstart", (event) => { touched = event.changedTouches[0]; }, { passive: true });
board.addEventListener("touchend", (event) => {
  const lifted = event.changedTouches[0], across = lifted.clientX - touched.clientX, down = lifted.clientY - touched.clientY;
  if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)) press(across < 0 ? "on" : "back");
}, { passive: true });

document.addEventListener("tablo:changed", show);
show();
