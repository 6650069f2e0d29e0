/* The letters of a screen at the desk: while the slider moves, their height, how far they can be read, and the
   wall itself with them: how many pages it has then, and how long a turn takes. The figures of the rule come with the page (projections/screens/letters.py). */
(function (root) {
  "use strict";

  var glass = root.document.querySelector(".glass");
  var inches = root.document.getElementById("f-inches"), metres = root.document.getElementById("f-metres");
  var said = glass.querySelector(".said"), turn = glass.querySelector(".turn"), frame = glass.querySelector("iframe");

  function figure(name) { return Number(glass.getAttribute("data-" + name)); }

  function show() {
    var height = figure("mm-per-inch") * Math.max(1, Number(inches.value));
    var wanted = figure("mm-per-metre") * Number(metres.value) / height;
    var share = Math.min(figure("largest"), Math.max(figure("least"), wanted)), mm = share * height;
    said.textContent = said.getAttribute("data-words")
      .replace("{mm}", Math.round(mm))
      .replace("{share}", (share * 100).toFixed(1))
      .replace("{metres}", Math.floor(mm / figure("mm-per-metre") + 0.01));
    layOut(share);
  }

  /* The wall in the frame is the page that hangs in the hall, on 1080 lines. */
  function layOut(share) {
    var wall = frame.contentWindow;
    if (!wall || !wall.tabloScreen) { return; }
    wall.document.querySelector("#store .settings").setAttribute("data-capital", String(share * 100));
    wall.tabloScreen.layOut();
    var told = wall.tabloScreen.round(), seconds = Math.round(told.ms / 1000);
    turn.textContent = turn.getAttribute("data-words")
      .replace("{players}", turn.getAttribute("data-players"))
      .replace("{pages}", told.pages)
      .replace("{seconds}", seconds)
      .replace("{half}", Math.round(seconds / 2));
  }

  [inches, metres].forEach(function (field) { field.addEventListener("input", show); });
  frame.addEventListener("load", show);
  show();
}(window));
