/* From a plan to pages: builds columns out of the rows of a list and deals the rows out, all of one
   height. The rows on the screen are copies; the list itself stays in the store, where the feed changes it. */
(function (root) {
  "use strict";

  var layout = root.tabloLayout;
  var HIGHEST_ROW = 2.8; // em; where there is more room, the list ends above the foot
  var SLACK = 4;         // px: the head of a list is measured in larger letters, and browsers round
  var TOP = 1.3;         // how much larger the letters of the top boards are
  var LEAST_OF_FONT = 0.8; // what the others give up for them at most

  function element(name, className) {
    var made = document.createElement(name);
    made.className = className || "";
    return made;
  }

  /* A copy of a row with the columns of the plan; `stacked` puts White above Black in one cell. */
  function copyRow(row, v) {
    var made = element("tr", row.className);
    var pair = null, sides = {};
    ["data-row", "data-rank"].forEach(function (name) {
      if (row.hasAttribute(name)) { made.setAttribute(name, row.getAttribute(name)); }
    });
    v.kept.forEach(function (column) {
      var cell = row.cells[column.index];
      if (!cell) { return; }
      if (!v.stacked || !column.side) { made.appendChild(cell.cloneNode(true)); return; }
      if (!pair) { pair = made.appendChild(element(cell.tagName, "pair")); }
      if (!sides[column.side]) { sides[column.side] = pair.appendChild(element("div", "side " + column.side)); }
      sides[column.side].appendChild(spanOf(cell));
    });
    layout.list(made.querySelectorAll(".side .points")).forEach(function (last) { last.parentNode.appendChild(last); });
    return made;
  }

  function spanOf(cell) {
    var span = element("span", cell.className);
    if (cell.hasAttribute("data-fed")) { span.setAttribute("data-fed", cell.getAttribute("data-fed")); }
    layout.list(cell.childNodes).forEach(function (node) { span.appendChild(node.cloneNode(true)); });
    return span;
  }

  /* Column widths in px: rigid ones as they are, the rest shared by the names. */
  function widths(plan, width) {
    var parts = [], pair = null, rigid = 0, growing = 0;
    plan.variant.kept.forEach(function (column) {
      if (plan.variant.stacked && column.side) {
        if (!pair) { pair = { grow: true, natural: 1 }; parts.push(pair); }
        return;
      }
      parts.push({ grow: column.grow, natural: column.grow ? column.usual : column.natural * above(column, plan) });
    });
    parts.forEach(function (part) {
      if (part.grow) { growing += part.natural; } else { rigid += part.natural * plan.font; }
    });
    var free = width - rigid;
    return parts.map(function (part) {
      if (!growing) { return part.natural * plan.font + free / parts.length; }
      return part.grow ? free * part.natural / growing : part.natural * plan.font;
    });
  }

  /* What stands before the first name of a row: the board, the federation. */
  function beforeNames(kept) {
    var first = kept.length;
    kept.forEach(function (column, at) { if (column.grow) { first = Math.min(first, at); } });
    return kept.slice(0, first);
  }

  /* How much wider a column is because the larger one of the top boards stands above it. */
  function above(column, plan) {
    var shared = plan.columns > 1 ? beforeNames(plan.topVariant.kept) : plan.topVariant.kept;
    return plan.top && shared.indexOf(column) >= 0 ? TOP : 1;
  }

  /* Column widths of the top boards, which stand above those of the others. */
  function topWidths(plan, box) {
    var width = columnWidth(plan, box), others = widths(plan, width), kept = plan.topVariant.kept;
    if (plan.columns === 1) { return joinedWidths(plan, others); }
    var names = [], rigid = 0, first = beforeNames(kept).length, before = 0;
    var made = kept.map(function (column, at) {
      var px = at < first ? others[at] : column.natural * plan.font * TOP;
      if (at < first) { before += px; }
      if (column.grow) { names.push(at); } else { rigid += px; }
      return px;
    });
    var free = Math.floor(box.width) - rigid, last = free / names.length;
    if (plan.columns % 2 === 0) { last = width - before + (plan.columns / 2 - 1) * (width + layout.GAP * plan.font); }
    names.forEach(function (at, n) { made[at] = n === names.length - 1 ? last : (free - last) / (names.length - 1); });
    return made;
  }

  /* A column that the top boards do not have leaves its room to the one before it. */
  function joinedWidths(plan, others) {
    var made = [];
    plan.variant.kept.forEach(function (column, at) {
      if (plan.topVariant.kept.indexOf(column) < 0) { made[made.length - 1] += others[at]; } else { made.push(others[at]); }
    });
    return made;
  }

  function column(table, plan, width) {
    var made = element("table", "column" + (plan.variant.stacked ? " stacked" : "") + (plan.tight ? " tight" : ""));
    var group = made.appendChild(document.createElement("colgroup"));
    made.style.width = width + "px";
    made.style.fontSize = plan.font + "px";
    (plan.widths || widths(plan, width)).forEach(function (px) {
      group.appendChild(document.createElement("col")).style.width = px + "px";
    });
    made.appendChild(document.createElement("thead")).appendChild(copyRow(table.tHead.rows[0], plan.variant));
    made.appendChild(document.createElement("tbody"));
    return made;
  }

  function columnWidth(plan, box) {
    return Math.floor((box.width - (plan.columns - 1) * layout.GAP * plan.font) / plan.columns);
  }

  /* The plan of a list with its pages: arrays of columns, each an array of row numbers. */
  function paginate(table, box, wish) {
    var measured = layout.measure(table), plan = layout.choose(measured, box, wish.detailed);
    plan.onePage = wish.onePage;
    plan.head = measured.head * plan.font;
    plan.measured = measured.columns;
    plan.top = 0;
    plan.topVariant = layout.variant(measured, Math.max(plan.variant.level, measured.levels - 1), false);
    raiseTop(plan, measured, box, wish.top);
    deal(plan, measured.rows, box);
    return plan;
  }

  /* The first rows of a list are larger if all others find room on as many pages: in letters that are hardly smaller, or
     in rows that are tighter. */
  function raiseTop(plan, measured, box, top) {
    var others = measured.rows.length - top, rows = rowsBelow(plan, top, others);
    if (!top || plan.variant.stacked || others < top || rows.first < 1) { return; }
    for (var tight = plan.tight ? 1 : 0; tight < layout.LINES.length; tight += 1) {
      for (var font = plan.font; font >= Math.max(box.smallest, LEAST_OF_FONT * plan.font); font /= 1.02) {
        if (font * TOP > box.highest || !hasRoom(rows, measured.head, top, layout.LINES[tight] * font, font, box)) { continue; }
        plan.top = top;
        plan.font = font;
        plan.head = measured.head * font;
        plan.tight = tight === 1;
        return;
      }
    }
  }

  function hasRoom(rows, head, top, line, font, box) {
    var first = head * font * TOP + (top * TOP + rows.first) * line, later = head * font + rows.later * line;
    return Math.max(first, later) + SLACK <= box.height;
  }

  /* The rows of each column below the top boards, and of those on later pages: all pages are as full. */
  function rowsBelow(plan, top, others) {
    var taken = Math.ceil(top * TOP), pages = Math.max(1, plan.pages);
    var even = Math.ceil((others + taken * plan.columns) / (pages * plan.columns));
    return { first: even - taken, later: pages > 1 ? even : 0 };
  }

  /* The columns of the first page, then those of the others. */
  function dealtBelow(plan, joined) {
    var rows = rowsBelow(plan, plan.top, joined.length), first = rows.first * plan.columns;
    var later = layout.dealt(joined.slice(first), Math.max(1, rows.later)).map(function (column) {
      return column.map(function (index) { return index + first; });
    });
    return layout.dealt(joined.slice(0, first), rows.first).concat(later);
  }

  /* As many rows in every column as can be, and what height is to spare given to all of them alike. A list
     of which only the first page is shown fills that page. */
  function deal(plan, rows, box) {
    var joined = rows.slice(plan.top).map(function (row) { return row.hasAttribute("data-with"); });
    var even = Math.max(longestBlock(joined), Math.ceil(joined.length / (Math.max(1, plan.pages) * plan.columns)));
    var columns = plan.top ? dealtBelow(plan, joined) : layout.dealt(joined, plan.onePage && plan.pages > 1 ? plan.limit : Math.min(even, plan.limit));
    if (!plan.top && columns.length > plan.pages * plan.columns) { columns = layout.dealt(joined, plan.limit); }
    var most = columns.reduce(function (rows, column, at) { return Math.max(rows, column.length + (at < plan.columns ? plan.top * TOP : 0)); }, 1);
    var highest = HIGHEST_ROW * plan.font * (plan.variant.stacked ? 1.6 : 1);
    plan.rows = rows;
    var heads = plan.head * (plan.top ? TOP : 1);
    plan.height = Math.floor(Math.min(highest, (box.height - heads - SLACK) / most));
    plan.leaves = [];
    for (var i = 0; i < Math.max(1, columns.length); i += plan.columns) { plan.leaves.push(columns.slice(i, i + plan.columns)); }
  }

  /* The rows of the longest match of teams; 1 where every row stands for itself. */
  function longestBlock(joined) {
    var longest = 1, block = 0;
    joined.forEach(function (follows) {
      block = follows ? block + 1 : 1;
      longest = Math.max(longest, block);
    });
    return longest;
  }

  /* Rows that changed or moved take their new places without a new plan, if the pages do not become more
     and no column has more letters to show than it was measured for. */
  function relay(plan, rows, dirty, box) {
    if (dirty.some(function (row) { return outgrows(row, plan); })) { return false; }
    var pages = plan.leaves.length, before = plan.rows.length;
    deal(plan, rows, box);
    return rows.length <= before && (plan.onePage || plan.leaves.length === pages);
  }

  function outgrows(row, plan) {
    return plan.measured.some(function (column) {
      return !column.grow && layout.lettersOf(row.cells[column.index]) > column.letters;
    });
  }

  function filled(table, plan, indexes, width) {
    var built = column(table, plan, width);
    indexes.forEach(function (index) {
      var row = built.tBodies[0].appendChild(copyRow(plan.rows[index], plan.variant));
      row.style.height = plan.height + "px";
    });
    return built;
  }

  /* The top boards over the whole width, without ratings. */
  function topOf(table, plan, box) {
    var made = element("div", "top"), indexes = plan.rows.slice(0, plan.top).map(function (row, index) { return index; });
    var of = {
      variant: plan.topVariant, widths: topWidths(plan, box), rows: plan.rows, tight: plan.tight,
      font: plan.font * TOP, height: Math.floor(plan.height * TOP)
    };
    made.appendChild(filled(table, of, indexes, Math.floor(box.width)));
    return made;
  }

  /* One page as it is shown. */
  function leaf(table, plan, number, box) {
    var made = element("div", "leaf"), width = columnWidth(plan, box);
    (plan.leaves[number] || []).forEach(function (indexes, position) {
      var rows = indexes.map(function (index) { return index + plan.top; });
      var built = filled(table, plan, rows, width);
      if (plan.top && number === 0) { built.removeChild(built.tHead); }
      built.style.marginLeft = position ? layout.GAP * plan.font + "px" : "0";
      made.appendChild(built);
    });
    return made;
  }

  /* Everything of a page, from the top down. */
  function hang(place, table, plan, number, box) {
    if (plan.top && number === 0) { place.appendChild(topOf(table, plan, box)); }
    place.appendChild(leaf(table, plan, number, box));
  }

  /* The largest letters in which a text fits its place; never below `least`. */
  function fitText(node, width, height, least, most) {
    var low = least, high = Math.max(least, most);
    node.style.width = width + "px";
    while (high - low > 0.5) {
      var middle = (low + high) / 2;
      node.style.fontSize = middle + "px";
      if (node.scrollHeight <= height + 1 && node.scrollWidth <= width + 1) { low = middle; } else { high = middle; }
    }
    node.style.fontSize = low + "px";
    return low;
  }

  root.tabloPages = { paginate: paginate, hang: hang, relay: relay, fitText: fitText, element: element };
}(window));
