/* Brackets on a screen: the size of their letters, cards with a second line where there is room, and the lines of winners.
   Upright, a tree has a row of the glass for each match and its columns become steps to the right: a match stands between
   the two that lead to it, and its card is wide enough for a name.

   Written for the browsers of televisions from 2015 on: a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var UPRIGHT = 1.35; // names become narrower where there is height to spare
  var CARD = 0.5; // a card of the steps, in widths of the tree
  var BESIDE = 0.4; // the half of the way between a card and the line that passes it, in letters
  var STEP = 2.75; // a row of the steps, in letters
  var TALL = 4.3; // the height that a card of two lines for each player and its note need, in letters
  var HEADS = 1.2; // rows that the heads of a part need
  var NEAR = 4;   // px: rows of nearly one height are joined by a straight line

  var layout = root.tabloLayout;

  function upright() { return root.innerHeight > root.innerWidth; }

  /* In hundredths of the screen's height, and of its width where that is less. */
  function sizeLetters(tree, smallest) {
    var high = Number(tree.getAttribute("data-letter-high")) * root.innerHeight / 100;
    var wide = Number(tree.getAttribute("data-letter-wide")) * root.innerWidth / 100 * (upright() ? UPRIGHT : 1);
    var size = wide ? Math.min(high, wide) : high;
    tree.style.fontSize = (tree.hasAttribute("data-letter-least") ? Math.max(size, smallest) : size) + "px";
  }

  function letterOf(node) { return parseFloat(root.getComputedStyle(node).fontSize); }

  /* The slots of each column, without the match for the third place: no line leads to it. */
  function slotsOf(tree) {
    return layout.list(tree.querySelectorAll(".column")).map(function (column) {
      return layout.list(column.querySelectorAll(".slot:not(.third)"));
    });
  }

  /* Family names alone, in letters of one size; first names, titles and federations stand below them. */
  function makeTall(tree) {
    layout.list(tree.querySelectorAll(".column")).forEach(function (column) {
      var slot = column.querySelector(".slot");
      if (slot.clientHeight < TALL * letterOf(column)) { return; }
      column.classList.add("tall");
      layout.list(column.querySelectorAll(".who > .name bdi")).forEach(function (name) {
        name.textContent = name.textContent.split(", ")[0];
      });
    });
  }

  /* ---- steps ---- */

  /* The row of each match of a column, those that lead to it first. */
  function rowsOfSteps(columns) {
    var rows = columns.map(function (slots) { return slots.map(function () { return 0; }); }), next = 0;
    function visit(column, at) {
      var halves = column && columns[column - 1].length > columns[column].length;
      if (column) { visit(column - 1, halves ? 2 * at : at); }
      rows[column][at] = next;
      next += 1;
      if (halves) { visit(column - 1, 2 * at + 1); }
    }
    columns[columns.length - 1].forEach(function (_, at) { visit(columns.length - 1, at); });
    return { of: rows, many: next };
  }

  /* `most` is the size of letters that both parts on one page can have. */
  function intoSteps(tree, most) {
    var slots = slotsOf(tree), rows = rowsOfSteps(slots), third = tree.querySelector(".third");
    var many = rows.many + (third ? 2 : 0), head = parseFloat(root.getComputedStyle(tree).paddingTop);
    var width = tree.clientWidth * 0.96, card = width * CARD - BESIDE * letterOf(tree), step = slots.length > 1 ? (width - card) / (slots.length - 1) : 0;
    var high = (tree.clientHeight - head) / (many + 0.5);
    tree.style.fontSize = Math.min(high / STEP, most || letterOf(tree)) + "px";
    tree.classList.add("stairs");
    high = (tree.clientHeight - parseFloat(root.getComputedStyle(tree).paddingTop)) / (many + 0.5);
    layout.list(tree.querySelectorAll(".column")).forEach(function (column, at) {
      var when = column.querySelector("h2 small");
      column.style.left = 0.02 * tree.clientWidth + at * step + "px";
      column.style.width = card + "px";
      if (when && at < slots.length - 1 && column.querySelector("h2").scrollWidth > step) { when.hidden = true; }
      slots[at].forEach(function (slot, row) { stand(slot, rows.of[at][row], high); });
    });
    if (third) { stand(third, many - 1, high); }
  }

  /* Both parts of a double elimination on one page: each has as many rows of one height as it has matches. */
  function intoBoth(both) {
    var trees = layout.list(both.querySelectorAll(".tree.part"));
    trees.forEach(function (tree) {
      tree.style.webkitFlexGrow = tree.style.flexGrow = tree.querySelectorAll(".slot").length + HEADS;
    });
    trees.forEach(function (tree) { intoSteps(tree); });
    var most = Math.min.apply(null, trees.map(letterOf));
    trees.forEach(function (tree) { intoSteps(tree, most); });
  }

  function stand(slot, row, high) {
    slot.style.top = row * high + "px";
    slot.style.height = high + "px";
  }

  /* ---- lines ---- */

  function boxOf(node) { return node.getBoundingClientRect(); }

  function middle(node) { return (boxOf(node).top + boxOf(node).bottom) / 2; }

  /* From (x, begin) to `end`, across to the right at half of the way, or at once. */
  function draw(line, slot, x, begin, end, right, atOnce) {
    var here = boxOf(slot), width = atOnce ? 0 : (right - x) / 2, stop = Math.abs(end - begin) < NEAR ? begin : end;
    line.className += stop < begin ? " climbs" : " falls";
    line.style.left = x - here.left + "px";
    line.style.width = width + "px";
    line.style.top = Math.min(begin, stop) - here.top + "px";
    line.style.height = Math.abs(stop - begin) + "px";
    line.firstElementChild.style.width = right - boxOf(line.firstElementChild).left + "px";
  }

  /* From the row of the winner, or from between the two, to their place in the next column. */
  function joinSlot(line, slot, next, steps) {
    var duel = slot.querySelector(".duel"), row = slot.querySelector(".won") || duel;
    var to = next.querySelectorAll(".side")[Number(line.getAttribute("data-into"))];
    if (!to) { return; }
    if (steps) {
      var down = middle(to) > middle(duel), left = boxOf(next.querySelector(".duel")).left;
      draw(line, slot, left - 0.5 * letterOf(slot), down ? boxOf(duel).bottom : boxOf(duel).top, middle(to), left, true);
    } else {
      draw(line, slot, boxOf(duel).right, middle(row), middle(to), boxOf(to).left, false);
    }
  }

  function joinTree(tree) {
    var slots = slotsOf(tree), steps = tree.classList.contains("stairs"), champion = tree.querySelector(".champion");
    slots.forEach(function (column, at) {
      column.forEach(function (slot, row) {
        var line = slot.querySelector(".line");
        if (!line) { return; }
        if (line.classList.contains("crowns")) {
          var won = slot.querySelector(".won");
          draw(line, slot, boxOf(won).right, middle(won), middle(won), boxOf(champion).left, false);
        } else {
          joinSlot(line, slot, slots[at + 1][line.classList.contains("level") ? row : Math.floor(row / 2)], steps);
        }
      });
    });
  }

  root.tabloTrees = {
    /* Before the names are fitted into their places. */
    lay: function (place, smallest) {
      layout.list(place.querySelectorAll("[data-letter-high]")).forEach(function (tree) { sizeLetters(tree, smallest); });
      layout.list(place.querySelectorAll(".both")).forEach(intoBoth);
      layout.list(place.querySelectorAll(".bracket > .tree, .ending > .tree")).forEach(function (tree) {
        if (upright() && !tree.querySelector(".champion")) { intoSteps(tree); } else { makeTall(tree); }
      });
    },
    /* After it, when every card has its height. */
    join: function (place) { layout.list(place.querySelectorAll(".bracket .tree:not(.meeting)")).forEach(joinTree); }
  };
}(window));
