/* From a plan to pages: builds columns out of the rows of a list, measures the real rows, and
   deals them out so that none is cut. The rows on the screen are copies; the list itself stays in
   the store, where the feed changes it. */
(function (root) {
  "use strict";

  var layout = root.tabloLayout;
  var STEP = 0.97;
  var MANY_ROWS = 150;

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
    return made;
  }

  function spanOf(cell) {
    var span = element("span", cell.className);
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
      parts.push({ grow: column.grow, natural: column.grow ? column.usual : column.natural });
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

  function column(table, plan, width) {
    var made = element("table", "column" + (plan.variant.stacked ? " stacked" : ""));
    var group = made.appendChild(document.createElement("colgroup"));
    made.style.width = width + "px";
    made.style.fontSize = plan.font + "px";
    widths(plan, width).forEach(function (px) {
      group.appendChild(document.createElement("col")).style.width = px + "px";
    });
    made.appendChild(document.createElement("thead")).appendChild(copyRow(table.tHead.rows[0], plan.variant));
    made.appendChild(document.createElement("tbody"));
    return made;
  }

  function columnWidth(plan, box) {
    return Math.floor((box.width - (plan.columns - 1) * layout.GAP * plan.font) / plan.columns);
  }

  /* Heights of the real rows and of the head at this plan, in px; `spills` if a cell is too narrow for its text. */
  function heights(table, plan, rows, box, measuring) {
    var probe = column(table, plan, columnWidth(plan, box));
    rows.forEach(function (row) { probe.tBodies[0].appendChild(copyRow(row, plan.variant)); });
    measuring.appendChild(probe);
    var copies = layout.list(probe.tBodies[0].rows);
    var found = {
      head: probe.tHead.getBoundingClientRect().height,
      rows: copies.map(function (row) { return row.getBoundingClientRect().height; }),
      spills: copies.some(function (row) { return layout.list(row.cells).some(spills); })
    };
    measuring.removeChild(probe);
    return found;
  }

  function spills(cell) { return cell.scrollWidth > cell.clientWidth + 1; }

  /* Rows dealt into columns that are never higher than the box: evenly if that goes, else as they come. */
  function deal(found, limit, n) {
    var greedy = fill(found, limit, Infinity);
    var even = fill(found, limit, Math.ceil(found.rows.length / (Math.ceil(greedy.length / n) * n)));
    return Math.ceil(even.length / n) <= Math.ceil(greedy.length / n) ? even : greedy;
  }

  /* The height of a row and of those that stay with it: the boards of a match of teams. */
  function blockHeight(found, index) {
    var height = found.rows[index];
    for (var next = index + 1; found.joined[next]; next += 1) { height += found.rows[next]; }
    return height;
  }

  function fill(found, limit, most) {
    var columns = [], current = [], used = found.head;
    found.rows.forEach(function (height, index) {
      var block = found.joined[index] ? height : blockHeight(found, index);
      if (current.length && (used + (block > limit - found.head ? height : block) > limit || (current.length >= most && !found.joined[index]))) {
        columns.push(current);
        current = [];
        used = found.head;
      }
      current.push(index);
      used += height;
    });
    if (current.length) { columns.push(current); }
    return columns;
  }

  /* The plan with its pages: arrays of columns, each an array of row numbers. Where the real rows turn
     out higher than foreseen another plan is made with more caution; letters never get below the smallest. */
  function paginate(table, box, measuring, wish) {
    var measured = layout.measure(table), best = null;
    for (var caution = 1; caution >= 0.7; caution -= 0.06) {
      var careful = { width: box.width, height: box.height * caution, smallest: box.smallest, largest: box.largest };
      var plan = dealt(table, layout.choose(measured, careful, wish.detailed), measured, box, measuring, wish.onePage);
      if (!best || plan.leaves.length < best.leaves.length) { best = plan; }
      if (plan.leaves.length <= plan.pages) { return plan; }
    }
    return best;
  }

  function dealt(table, plan, measured, box, measuring, onePage) {
    plan.onePage = onePage;
    plan.empty = measured.columns.filter(function (column) { return column.empty; });
    for (;;) {
      var found = heights(table, plan, measured.rows, box, measuring);
      lay(plan, measured.rows, found, box);
      if (plan.leaves.length <= plan.pages || plan.font <= box.smallest) { return plan; }
      plan.font = Math.max(box.smallest, plan.font * STEP);
    }
  }

  /* The rows on the pages of a plan; each row remembers the room it takes. */
  function lay(plan, rows, found, box) {
    found.joined = rows.map(function (row) { return row.hasAttribute("data-with"); });
    var limit = box.height - 1, columns = plan.onePage ? fill(found, limit, Infinity) : deal(found, limit, plan.columns);
    plan.rows = rows;
    plan.head = found.head;
    plan.leaves = [];
    for (var i = 0; i < Math.max(1, columns.length); i += plan.columns) { plan.leaves.push(columns.slice(i, i + plan.columns)); }
    rows.forEach(function (row, index) { row.tabloRoom = { plan: plan, height: found.rows[index] }; });
  }

  /* Rows that changed or moved take their new places without a new plan, if they are not too many and
     the pages do not become more. Only what changed is measured. */
  function relay(table, plan, rows, dirty, box, measuring) {
    var unknown = rows.filter(function (row) {
      return !row.tabloRoom || row.tabloRoom.plan !== plan || dirty.indexOf(row) >= 0;
    });
    if (unknown.length > MANY_ROWS || unknown.some(function (row) { return fillsEmpty(row, plan); })) { return false; }
    var found = heights(table, plan, unknown, box, measuring), pages = plan.leaves.length;
    if (found.spills) { return false; }
    unknown.forEach(function (row, index) { row.tabloRoom = { plan: plan, height: found.rows[index] }; });
    lay(plan, rows, { head: plan.head, rows: rows.map(function (row) { return row.tabloRoom.height; }) }, box);
    return plan.onePage || plan.leaves.length === pages;
  }

  /* Whether a row has something to say in a column that was left out because nobody had. */
  function fillsEmpty(row, plan) {
    return plan.empty.some(function (column) { return layout.hasText(row.cells[column.index]); });
  }

  /* One page as it is shown. */
  function leaf(table, plan, number, box) {
    var made = element("div", "leaf");
    var width = columnWidth(plan, box);
    (plan.leaves[number] || []).forEach(function (indexes, position) {
      var built = column(table, plan, width);
      indexes.forEach(function (index) {
        var row = built.tBodies[0].appendChild(copyRow(plan.rows[index], plan.variant));
        if (index % 2) { row.className += " odd"; }
      });
      built.style.marginLeft = position ? layout.GAP * plan.font + "px" : "0";
      made.appendChild(built);
    });
    return made;
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

  root.tabloPages = { paginate: paginate, leaf: leaf, relay: relay, fitText: fitText, element: element };
}(window));
