/* How a list fills the screen: the layout measures itself, nobody ever sets a size.

   The rule for the smallest letter: capitals of 20 mm on a 43-inch screen (535 mm high), which from
   twelve metres is an angle of 5.7 minutes; normal sight (1.0) reads 5. Capitals are 0.716 of the
   font size in the fonts of our stack, so the smallest font is 5.22 % of the short side of the
   screen: 56 px of 1080. A list that needs smaller letters gets pages instead.

   Written for the browsers of televisions from 2015 on (AppleWebKit/538.1): a classic script of
   ECMAScript 5. */
(function (root) {
  "use strict";

  var CAPITAL = 0.716;
  var LETTER_MM = 20;
  var GLASS_MM = 535;
  var SMALLEST = LETTER_MM / GLASS_MM / CAPITAL;
  var LARGEST = 2.6 * SMALLEST;
  var GAP = 1.2;          // between columns, in em
  var NARROWEST_NAME = 4; // em; where less is left for a name, or less than most single words need, a column gives way
  var DETAIL = 0.5;       // what all optional columns together are worth, as a share of the pages
  var BROKEN = 0.8;       // what it costs if every name is broken into two lines
  var LOOSE = 1.18;       // a broken name leaves some of its line empty
  var NEXT_LINE = 1.18, NEXT_SIDE = 1.12, MARKER = 0.9; // em, as in screens.css
  var GROWTH = 1.04;
  var MOST_COLUMNS = 8;
  var REFERENCE = 50;     // px, for measuring

  function smallestFont(width, height) {
    return Math.max(9, SMALLEST * Math.min(width, height));
  }

  function largestFont(width, height) {
    return Math.max(9, LARGEST * Math.min(width, height));
  }

  function list(nodes) { return Array.prototype.slice.call(nodes); }

  function rowsOf(table) { return list(table.tBodies[0] ? table.tBodies[0].rows : []); }

  /* Widths in em, one measurement for the whole list. `table` must lie in the store, where nothing
     wraps. Of the columns that grow the width of every row is kept, of the others the widest. */
  function measure(table) {
    table.style.fontSize = REFERENCE + "px";
    var rows = rowsOf(table);
    var range = document.createRange();
    var columns = list(table.tHead.rows[0].cells).map(function (cell, index) {
      var grow = cell.hasAttribute("data-grow");
      var each = grow ? rows.map(function (row) { return contentWidth(range, row.cells[index]); }) : [];
      var words = grow ? rows.map(function (row, i) { return each[i] * longestWord(row.cells[index]); }) : [];
      return {
        index: index,
        grow: grow,
        natural: (cell.getBoundingClientRect().width + 0.5) / REFERENCE,
        each: each,
        usual: usual(each),
        word: usual(words),
        empty: rows.length > 0 && !rows.some(function (row) { return hasText(row.cells[index]); }),
        drop: Number(cell.getAttribute("data-drop") || 0),
        side: cell.getAttribute("data-side") || ""
      };
    });
    evenSides(columns);
    var head = table.tHead.getBoundingClientRect().height / REFERENCE;
    var line = 1.22;
    rows.forEach(function (row) { line = Math.min(line, row.getBoundingClientRect().height / REFERENCE || line); });
    table.style.fontSize = "";
    return {
      columns: columns, rows: rows, head: head, line: line,
      levels: columns.reduce(function (most, c) { return Math.max(most, c.drop); }, 0),
      stackable: columns.some(function (c) { return c.side !== ""; })
    };
  }

  /* White and Black get the same room. */
  function evenSides(columns) {
    var names = columns.filter(function (c) { return c.grow && c.side; });
    var most = names.reduce(function (width, c) { return Math.max(width, c.usual); }, 0);
    names.forEach(function (c) { c.usual = most; });
  }

  function contentWidth(range, cell) {
    if (!cell) { return 0; }
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width / REFERENCE + 0.55;
  }

  function hasText(cell) { return Boolean(cell) && cell.textContent.trim() !== ""; }

  /* The share of a text that its longest word takes. */
  function longestWord(cell) {
    var text = cell ? cell.textContent.trim() : "";
    var longest = text.split(/[\s-]+/).reduce(function (most, word) { return Math.max(most, word.length); }, 0);
    return text.length ? longest / text.length : 0;
  }

  /* The width that nine names of ten do not exceed: one endless name must not make all letters small. */
  function usual(each) {
    if (!each.length) { return 1; }
    var sorted = each.slice().sort(function (a, b) { return a - b; });
    return Math.max(NARROWEST_NAME, sorted[Math.floor((sorted.length - 1) * 0.9)]);
  }

  /* Every way to show the list: level 0 keeps all columns, each next level drops one kind more. */
  function variants(measured) {
    var all = [];
    for (var level = 0; level <= measured.levels; level += 1) {
      all.push(variant(measured, level, false));
      if (measured.stackable) { all.push(variant(measured, level, true)); }
    }
    return all;
  }

  function variant(measured, level, stacked) {
    var kept = measured.columns.filter(function (c) { return !c.empty && (!c.drop || c.drop <= measured.levels - level); });
    var made = { level: level, stacked: stacked, kept: kept, rigid: 0, usual: 0, names: [], sides: { white: 0, black: 0 } };
    kept.forEach(function (c) {
      if (c.grow) { made.names.push(c); }
      if (stacked && c.side) {
        if (!c.grow) { made.sides[c.side] += c.natural; }
      } else if (c.grow) {
        made.usual += c.usual;
      } else {
        made.rigid += c.natural;
      }
    });
    return made;
  }

  /* How much room each name has in a column of `width` em; null = too little. */
  function rooms(v, width) {
    var free = width - v.rigid, found = [], good = true;
    v.names.forEach(function (c) {
      var room = v.stacked && c.side ? free - MARKER - v.sides[c.side] : free * c.usual / v.usual;
      if (room < c.word) { good = false; }
      found.push(room);
    });
    return good ? found : null;
  }

  function lines(width, room) { return width <= room ? 1 : Math.ceil(width * LOOSE / room); }

  /* Pages and broken names of a variant in `n` columns with letters of `font` px; null = it does not go. */
  function foresee(measured, v, box, n, font) {
    var room = rooms(v, (box.width / font - (n - 1) * GAP) / n);
    if (!room) { return null; }
    var limit = box.height / font - measured.head, used = 0, columns = 1, broken = 0;
    for (var i = 0; i < measured.rows.length; i += 1) {
      var most = 1, sum = 0;
      for (var j = 0; j < room.length; j += 1) {
        var needed = lines(v.names[j].each[i], room[j]);
        most = Math.max(most, needed);
        sum += needed;
      }
      var height = v.stacked ? sum * NEXT_SIDE + 0.16 : measured.line + (most - 1) * NEXT_LINE;
      if (v.stacked ? sum > room.length : most > 1) { broken += 1; }
      if (used && used + height > limit) { columns += 1; used = 0; }
      used += height;
    }
    return { pages: Math.ceil(columns / n), broken: measured.rows.length ? broken / measured.rows.length : 0 };
  }

  /* Fewer pages first, then more detail, whole names, larger letters, fewer columns. */
  function cost(measured, plan, detailed) {
    var share = measured.levels ? plan.variant.level / measured.levels : 0;
    var pages = plan.pages + (detailed ? plan.variant.level * 1000 : 0);
    return pages * (1 + DETAIL * share) * (1 + BROKEN * plan.broken) * (1 + 0.03 * (plan.columns - 1)) - 0.4 * plan.font / plan.largest;
  }

  function choose(measured, box, detailed) {
    var best = null;
    variants(measured).forEach(function (v) {
      for (var n = 1; n <= MOST_COLUMNS; n += 1) {
        var first = foresee(measured, v, box, n, box.smallest);
        if (!first) { break; }
        for (var font = box.smallest, seen = first; seen && seen.pages <= first.pages; seen = foresee(measured, v, box, n, font)) {
          var plan = { variant: v, columns: n, pages: seen.pages, broken: seen.broken, font: font, largest: box.largest };
          plan.cost = cost(measured, plan, detailed);
          if (!best || plan.cost < best.cost) { best = plan; }
          font *= GROWTH;
          if (font > box.largest) { break; }
        }
      }
    });
    return best || lastResort(measured, box);
  }

  /* Narrower than anything foreseen: only what cannot be missed, names broken where they must be. */
  function lastResort(measured, box) {
    var v = variant(measured, measured.levels, measured.stackable);
    return { variant: v, columns: 1, pages: 1, broken: 1, font: box.smallest, largest: box.largest };
  }

  root.tabloLayout = {
    SMALLEST: SMALLEST,
    GAP: GAP,
    smallestFont: smallestFont,
    largestFont: largestFont,
    list: list,
    rowsOf: rowsOf,
    hasText: hasText,
    measure: measure,
    choose: choose
  };
}(window));
