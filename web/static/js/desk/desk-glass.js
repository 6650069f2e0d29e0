/* The letters of a screen at the desk: while the slider moves, their height, how far they can be read, and a
   small picture of the glass. The figures of the rule come with the page (projections/screens/letters.py). */
(function (root) {
  "use strict";

  var glass = root.document.querySelector(".glass");
  var inches = root.document.getElementById("f-inches"), metres = root.document.getElementById("f-metres");
  var said = glass.querySelector(".said"), sample = glass.querySelector(".sample");
  var CAPITAL = 0.66; // of the size of a letter

  function figure(name) { return Number(glass.getAttribute("data-" + name)); }

  function show() {
    var height = figure("mm-per-inch") * Math.max(1, Number(inches.value));
    var wanted = figure("mm-per-metre") * Number(metres.value) / height;
    var share = Math.min(figure("largest"), Math.max(figure("least"), wanted)), mm = share * height;
    said.textContent = said.getAttribute("data-words")
      .replace("{mm}", Math.round(mm))
      .replace("{share}", (share * 100).toFixed(1))
      .replace("{metres}", Math.floor(mm / figure("mm-per-metre") + 0.01));
    sample.hidden = false;
    sample.style.fontSize = share / CAPITAL * sample.clientHeight + "px";
  }

  [inches, metres].forEach(function (field) { field.addEventListener("input", show); });
  show();
}(window));
