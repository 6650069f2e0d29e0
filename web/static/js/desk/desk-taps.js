// Results by hand: the buttons of a row, and on a phone a row and then the pad below.

import {asRead} from "./desk-keys.js";

export function mouse({table, enter}) {
  const others = document.getElementById("other-results");
  const close = () => { if (others) others.hidden = true; };
  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-board]");
    const button = event.target.closest("button[name=entry]");
    const more = event.target.closest("a.others");
    if (!row || !(button || more || others?.contains(event.target))) { close(); return; }
    event.preventDefault();
    if (button) enter(row.dataset.board, button.value.split(" ")[1]);
    else if (!more) enter(row.dataset.board, asRead(row, event.target.closest("button").value));
    const open = more && others && (others.hidden || !row.contains(others));
    close();
    if (!open) return;
    row.querySelector(".last").append(others);
    others.hidden = false;
    others.querySelector("button").focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !others || others.hidden) return;
    const back = others.closest("tr").querySelector("a.others");
    close();
    back.focus();
  });
}

export function phone(round) {
  const {rows, table, enter, choose, nextOpen} = round;
  const pad = document.getElementById("pad");
  const narrow = window.matchMedia("(max-width: 44rem)");
  const fit = () => table.classList.toggle("by-pad", narrow.matches);
  narrow.addEventListener("change", fit);
  fit();
  const open = (row) => {
    choose(row.dataset.board, false);
    pad.querySelector(".pad-board").textContent = row.querySelector(".board").textContent.trim();
    for (const side of ["white", "black"]) {
      const cell = row.querySelector(`td.${side}`);
      pad.querySelector(`.pad-${side}`).textContent = (cell.querySelector(".person") || cell).textContent;
    }
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
    if (!button || !round.chosen) return;
    const board = round.chosen.dataset.board;
    enter(board, asRead(round.chosen, button.dataset.result));
    const next = nextOpen(board);
    if (next === undefined) { pad.hidden = true; choose(""); } else { open(rows.get(next)); rows.get(next).scrollIntoView({block: "center", behavior: "smooth"}); }
  });
}
