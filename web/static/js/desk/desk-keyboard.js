// The keyboard: the board field and the result field take turns, or results run down the boards in order. The beginning
// of a name is as good as a number in the board field; Shift begins one with a letter that is a result.

import {resultAt, resultOf, signOf} from "./desk-keys.js";

const IN_ORDER = "tablo.results.in-order";

// `round` has the rows by board, the queue, and what the page can do: enter, choose, complain, takeBack, nextOpen.
export function keyboard(round) {
  const {rows, bar, enter, choose, complain, nextOpen} = round;
  const board = document.getElementById("quick-board");
  const result = document.getElementById("quick-result");
  const inOrder = document.getElementById("in-order");
  let untouched = true; // the board field shows the board that the page chose, and nothing has been typed over it

  const toBoard = (value) => {
    board.value = value ?? "";
    board.classList.remove("naming");
    untouched = true;
    choose(value);
    board.focus({preventScroll: true});
    board.select();
  };
  const toResult = () => {
    const found = boardsOf(board.value);
    if (found.length !== 1) { complain(notFound(found)); board.select(); return; }
    choose(found[0]);
    result.value = "";
    result.focus({preventScroll: true});
  };
  // The boards that the field may mean; of the games of one match the first without a result.
  const boardsOf = (value) => {
    if (!isName(value)) return rows.has(typed(value)) ? [typed(value)] : [];
    const wanted = plain(value);
    const called = (person) => [plain(person.textContent), ...plain(person.textContent).split(/[\s,]+/)].some((name) => name.startsWith(wanted));
    const found = [...rows.values()].filter((row) => Array.from(row.querySelectorAll(".person")).some(called));
    const matches = [...new Set(found.map((row) => row.dataset.board.split(".")[0]))];
    const games = matches.map((match) => found.filter((row) => row.dataset.board.split(".")[0] === match));
    return games.map((some) => (some.find((row) => !row.dataset.result) || some[0]).dataset.board);
  };
  const notFound = (found) => {
    const pattern = !isName(board.value) ? bar.dataset.noboard : found.length ? bar.dataset.several : bar.dataset.nobody;
    const shown = found.length > 5 ? [...found.slice(0, 5), "…"] : found;
    return pattern.replace("{board}", board.value).replace("{name}", board.value.trim()).replace("{last}", rows.size).replace("{boards}", shown.join(", "));
  };
  const step = (by) => {
    const boards = [...rows.keys()];
    const at = round.chosen ? boards.indexOf(round.chosen.dataset.board) : -1;
    const wanted = boards[Math.max(0, Math.min(boards.length - 1, at + by))];
    board.value = wanted;
    choose(wanted);
    if (document.activeElement === board) board.select();
  };
  const onward = (next) => {
    toBoard(next);
    if (inOrder.checked && next !== undefined) toResult();
  };
  const done = (sign) => {
    const at = round.chosen.dataset.board;
    enter(at, sign === "clear" ? sign : resultAt(round.chosen, sign));
    onward(nextOpen(at));
  };
  const unknown = (event) => complain(bar.dataset.nokey.replace("{key}", event.key), true);
  const arrows = (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (by) { event.preventDefault(); step(by); }
    return Boolean(by);
  };
  // True when the key was for the notice: the result before this one comes back.
  const tookBack = (event, sign) => {
    if (sign !== "z" && !(round.noticed() && ["Backspace", "Delete"].includes(event.key))) return false;
    event.preventDefault();
    const at = round.takeBack();
    if (at === undefined) complain(bar.dataset.nothingBack);
    else onward(nextOpen(at));
    return true;
  };

  board.form.noValidate = true; // Enter means "this board", the result is still to come
  board.form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (document.activeElement !== result) toResult();
  }, true);
  board.addEventListener("input", () => {
    const found = boardsOf(board.value);
    untouched = false;
    board.classList.toggle("naming", isName(board.value));
    choose(found.length === 1 ? found[0] : "");
  });
  board.addEventListener("keydown", (event) => {
    if (ignored(event) || arrows(event)) return;
    if (isName(board.value)) return; // a name goes on
    const sign = signOf(event);
    if (LETTER.test(event.key) && (event.shiftKey || !resultOf(sign) && sign !== "z") && (untouched || !board.value)) {
      board.value = ""; // a name begins
      return;
    }
    if ((untouched || sign === "z") && tookBack(event, sign)) return;
    if (event.key.length > 1 || /[0-9.,]/.test(sign)) return; // the number of a board
    event.preventDefault();
    if (!resultOf(sign)) unknown(event);
    else if (rows.has(typed(board.value))) { choose(typed(board.value)); done(sign); }
    else toResult();
  });
  result.addEventListener("keydown", (event) => {
    if (ignored(event) || event.key === "Tab") return;
    event.preventDefault();
    const sign = signOf(event);
    if (event.key === "Escape") toBoard(board.value);
    else if (arrows(event) || tookBack(event, sign)) return;
    else if (!round.chosen) toBoard(board.value);
    else if (event.key === "Backspace" || event.key === "Delete") round.filled(round.chosen) ? done("clear") : toBoard(board.value);
    else if (resultOf(sign)) done(sign);
    else if (event.key.length === 1) unknown(event);
  });
  // A key pressed while nothing is focused goes where it belongs.
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body && /^[0-9]$/.test(event.key) && !ignored(event)) board.focus();
  });
  inOrder.checked = remembered() === "yes";
  document.getElementById("still-open").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    board.value = link.dataset.board;
    toResult();
  });
  inOrder.addEventListener("change", () => { remember(inOrder.checked); onward(board.value || nextOpen("")); });
  for (const hint of document.querySelectorAll(".with-keys")) hint.hidden = false;
  board.form.querySelector("button").hidden = true;
  if (window.matchMedia("(min-width: 44.01rem)").matches) onward(board.value || nextOpen(""));
}

const LETTER = /^\p{L}$/u;
const isName = (value) => /\p{L}/u.test(value);

// A name as it is compared: small letters without accents.
const plain = (text) => text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// `3.2` is the second game of board 3, and the first is `3` or `3.1`; a comma will do.
const typed = (value) => value.trim().replace(",", ".").replace(/\.1$/, "");

const ignored = (event) => event.ctrlKey || event.metaKey || event.altKey || event.isComposing || /^F[0-9]+$/.test(event.key);

function remembered() {
  try { return localStorage.getItem(IN_ORDER); } catch { return ""; }
}

function remember(yes) {
  try { localStorage.setItem(IN_ORDER, yes ? "yes" : "no"); } catch { /* until the page is left */ }
}
