/* How a list fills the screen. The desk says how large the glass is and from how far it is read; from
   that the server says how high capitals are at least, as a share of the short side of the glass
   (projections/screens/letters.py). Letters are never smaller; they become larger where there is room,
   and a list that needs more room gets pages. All rows have one height.

   Written for the browsers of televisions from 2015 on (AppleWebKit/538.1): a classic script of
   ECMAScript 5. */
(function (root) {
  "use strict";

  var CAPITAL = 0.66;     // of the size of a letter in our family; in no other of the stack is it less
  var LARGEST = 0.085;    // of the short side: larger letters tell nobody more
  var GAP = 1.1;          // between columns, in em
  var LINES = [1.3, 1.08]; // the height of the lowest row, in em: as it should be, and if that saves pages
  var STACKED = [2.25, 2.16]; // the same with White above Black, or a name above its games
  var TIGHT = 0.25;       // what tight rows cost: less than a page, more than larger letters are worth
  var APART = 0.1;        // what it costs if games stand below their names
  var CLOSER = 0.28;      // em that each game takes less there, as in screens.css
  var NARROWEST_NAME = 4; // em
  var DETAIL = 0.5;       // what all optional columns together are worth, as a share of the pages
  var SHORTENED = 0.12;   // what it costs if every name has initials only
  var SQUEEZED = 0.6;     // what it costs if every name has narrower letters
  var CROWDED = 1.2;      // the same while optional columns stand there: those go first
  var NARROWEST = 0.4;    // of their width: narrower letters are too narrow
  var LARGE = 0.8;        // what the largest letters are worth
  var EMPTY = 0.25;       // what it costs if usual names leave the whole width empty beside them,
  var SOME_ROOM = 0.25;   // apart from this share of it
  var MARKER = 0.9;       // em, as in screens.css
  var GROWTH = 1.04;
  var MOST_COLUMNS = 4;
  var REFERENCE = 50;     // px, for measuring

  function smallestFont(width, height, capital) {
    return Math.max(9, capital / CAPITAL * Math.min(width, height));
  }

  function largestFont(width, height) { return LARGEST * Math.min(width, height); }

  function list(nodes) { return Array.prototype.slice.call(nodes); }

  function rowsOf(table) { return list(table.tBodies[0] ? table.tBodies[0].rows : []); }

  /* Widths in em, one measurement for the whole list. `table` must lie in the store, where nothing
     wraps. Of the columns that grow the width of every row is kept, of the others the widest. */
  function measure(table) {
    table.style.fontSize = REFERENCE + "px";
    var rows = rowsOf(table), family = root.getComputedStyle(table).fontFamily;
    var columns = list(table.tHead.rows[0].cells).map(function (cell, index) {
      var column = {
        index: index,
        grow: cell.hasAttribute("data-grow"),
        natural: (cell.getBoundingClientRect().width + 0.5) / REFERENCE,
        letters: rows.reduce(function (most, row) { return Math.max(most, lettersOf(row.cells[index])); }, 0),
        drop: Number(cell.getAttribute("data-drop") || 0),
        side: cell.getAttribute("data-side") || ""
      };
      if (column.grow) { measureNames(column, rows, family); }
      return column;
    });
    evenSides(columns);
    var head = table.tHead.getBoundingClientRect().height / REFERENCE;
    table.style.fontSize = "";
    return {
      columns: columns, rows: rows, head: head,
      joined: rows.map(function (row) { return row.hasAttribute("data-with"); }),
      levels: columns.reduce(function (most, c) { return Math.max(most, c.drop); }, 0),
      stackable: columns.some(function (c) { return c.side !== ""; })
    };
  }

  /* The widths of a column of names, sorted: as they are, with initials, without titles too; and the longest family name. */
  function measureNames(column, rows, family) {
    var range = document.createRange(), whole = [], initials = [], bare = [];
    column.family = 0;
    rows.forEach(function (row) {
      var cell = row.cells[column.index], width = contentWidth(range, cell);
      var less = cell ? root.tabloNames.savings(cell, family) : { initials: 0, untitled: 0, family: 0 };
      whole.push(width);
      initials.push(width - less.initials);
      bare.push(width - less.untitled);
      column.family = Math.max(column.family, width - less.family);
    });
    [whole, initials, bare].forEach(function (widths) { widths.sort(function (a, b) { return a - b; }); });
    column.whole = whole;
    column.bare = bare;
    column.usual = Math.max(NARROWEST_NAME, initials[Math.floor((initials.length - 1) * 0.9)] || 0);
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

  function lettersOf(cell) { return cell ? cell.textContent.trim().length : 0; }

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
    var kept = measured.columns.filter(function (c) {
      return (c.grow || c.letters > 0 || !measured.rows.length) && (!c.drop || c.drop <= measured.levels - level);
    });
    var made = { level: level, stacked: stacked, kept: kept, rigid: 0, usual: 0, names: [], sides: {} };
    kept.forEach(function (c) {
      if (c.grow) { made.names.push(c); }
      if (stacked && c.side) {
        made.sides[c.side] = (made.sides[c.side] || 0) + (c.grow ? 0 : c.natural - (c.side === "games" ? CLOSER : 0));
      } else if (c.grow) {
        made.usual += c.usual;
      } else {
        made.rigid += c.natural;
      }
    });
    return made;
  }

  /* How the names of a variant fare in a column of `width` em, and the share that is left empty; null = some would be too narrow to read. */
  function fate(v, width, rows) {
    var free = width - v.rigid, found = { shortened: 0, squeezed: 0, empty: 0 }, good = !(v.sides.games > free);
    v.names.forEach(function (c) {
      var room = v.stacked && c.side ? free - MARKER - v.sides[c.side] : free * c.usual / v.usual;
      if (room < NARROWEST_NAME || room < c.family * NARROWEST) { good = false; }
      found.empty = Math.max(found.empty, (room - c.usual) * (v.stacked ? 1 : v.names.length) / width - SOME_ROOM);
      found.shortened = Math.max(found.shortened, wider(c.whole, room) / (rows || 1));
      found.squeezed = Math.max(found.squeezed, wider(c.bare, room) / (rows || 1));
    });
    return good ? found : null;
  }

  /* How many of the sorted widths exceed `room`. */
  function wider(widths, room) {
    var low = 0, high = widths.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (widths[middle] > room) { high = middle; } else { low = middle + 1; }
    }
    return widths.length - low;
  }

  /* Rows dealt into columns of at most `limit`; rows that are joined stay together where that goes. */
  function dealt(joined, limit) {
    var columns = [], current = [];
    joined.forEach(function (follows, index) {
      var block = 1;
      while (!follows && joined[index + block]) { block += 1; }
      if (current.length && current.length + (block > limit ? 1 : block) > limit) {
        columns.push(current);
        current = [];
      }
      current.push(index);
    });
    if (current.length) { columns.push(current); }
    return columns;
  }

  /* How many rows a column holds with letters of `font` px. */
  function rowsIn(measured, v, box, font, tight) {
    return Math.floor((box.height / font - measured.head) / (v.stacked ? STACKED : LINES)[tight ? 1 : 0]);
  }

  /* Pages and names of a variant in `n` columns with letters of `font` px; null = it does not go. */
  function foresee(measured, v, box, n, font, tight) {
    var names = fate(v, (box.width / font - (n - 1) * GAP) / n, measured.rows.length);
    var rows = rowsIn(measured, v, box, font, tight);
    if (!names || rows < 1) { return null; }
    return { pages: Math.ceil(dealt(measured.joined, rows).length / n), rows: rows, names: names };
  }

  /* Fewer pages first, then more detail, whole names, larger letters, fewer columns, looser rows. */
  function cost(measured, plan, names, detailed) {
    var share = measured.levels ? plan.variant.level / measured.levels : 0;
    var pages = plan.pages + (detailed ? plan.variant.level * 1000 : 0);
    var narrow = names.squeezed * (plan.variant.level < measured.levels ? CROWDED : SQUEEZED);
    var less = (1 + DETAIL * share) * (1 + SHORTENED * names.shortened) * (1 + narrow);
    var crowded = 1 + 0.03 * (plan.columns - 1) + EMPTY * names.empty;
    var apart = plan.variant.sides.games ? APART : 0;
    return pages * less * crowded + (plan.tight ? TIGHT : 0) + apart - LARGE * plan.font / plan.largest;
  }

  function choose(measured, box, detailed) {
    var best = null;
    variants(measured).forEach(function (v) {
      [false, true].forEach(function (tight) {
        for (var n = 1; n <= MOST_COLUMNS; n += 1) { best = better(measured, box, v, n, tight, detailed, best); }
      });
    });
    return best || lastResort(measured, box);
  }

  /* The best plan so far, and this variant in `n` columns with letters of every size that costs no page more. */
  function better(measured, box, v, n, tight, detailed, best) {
    var first = foresee(measured, v, box, n, box.smallest, tight);
    for (var font = box.smallest, seen = first; seen && seen.pages <= first.pages; seen = foresee(measured, v, box, n, font, tight)) {
      var plan = { variant: v, columns: n, pages: seen.pages, limit: seen.rows, font: font, largest: box.largest, tight: tight };
      plan.cost = cost(measured, plan, seen.names, detailed);
      if (!best || plan.cost < best.cost) { best = plan; }
      font *= GROWTH;
      if (font > box.largest) { break; }
    }
    return best;
  }

  /* Narrower than anything foreseen: only what cannot be missed, in letters as narrow as they must be. */
  function lastResort(measured, box) {
    var v = variant(measured, measured.levels, measured.stackable);
    var rows = Math.max(1, rowsIn(measured, v, box, box.smallest, false));
    var pages = dealt(measured.joined, rows).length;
    return { variant: v, columns: 1, pages: pages, limit: rows, font: box.smallest, largest: box.largest, tight: false };
  }

  root.tabloLayout = {
    GAP: GAP,
    LINES: LINES,
    smallestFont: smallestFont,
    largestFont: largestFont,
    list: list,
    rowsOf: rowsOf,
    lettersOf: lettersOf,
    measure: measure,
    variant: variant,
    choose: choose,
    dealt: dealt
  };
}(window));
