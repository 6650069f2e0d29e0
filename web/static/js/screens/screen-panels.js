/* One panel of a screen (a list, a notice, a picture, a countdown): how it is drawn, how
   long each of its pages stays, and which of its rows are news. */
(function (root) {
  "use strict";

  var layout = root.tabloLayout;
  var pages = root.tabloPages;
  var element = pages.element;
  var MARKED_MS = 30000;  // the edge of a row that has just come in
  var GROUND_MS = 5000;   // its ground: in a rush half of the wall would be gold
  var ARRIVAL_MS = 600;   // its motion is over by then
  var LEAST_SHARE = 0.4;  // of the letters of a name on a podium
  var ROW_MS = 250, SHORTEST_MS = 6000, LONGEST_MS = 15000; // to find one's own row: a quarter of a second for each

  function Panel(node) {
    this.node = node;
    this.table = node.querySelector("table");
    this.id = node.getAttribute("data-panel");
    this.seconds = Number(node.getAttribute("data-seconds") || 15);
    this.plan = null;
    this.box = null;
    this.news = {};       // row key -> what was on it
    this.marks = {};      // row key -> end of the mark in ms; 0 = not shown yet
    this.learn();
  }

  /* Remembers what each row said, so that a change can be told from a first showing. */
  Panel.prototype.learn = function () {
    var known = this.news, fresh = {}, marks = this.marks;
    var before = Object.keys(known).length;
    if (this.table) {
      layout.rowsOf(this.table).forEach(function (row) {
        var key = row.getAttribute("data-row"), says = row.getAttribute("data-news");
        if (!key || says === null) { return; }
        fresh[key] = says;
        if (before && says && known[key] !== says) { marks[key] = 0; }
      });
    }
    this.news = fresh;
  };

  Panel.prototype.boards = function () {
    return this.table ? this.node.querySelectorAll(".beside .diagram").length : 0;
  };

  Panel.prototype.lay = function (box) {
    var parted = root.tabloDiagrams.parted(box, this.boards());
    this.boardsLaid = this.boards();
    this.box = box = parted.list;
    this.beside = parted.boards;
    if (this.table && layout.rowsOf(this.table).length) {
      var wish = {
        detailed: this.node.hasAttribute("data-detailed"),
        onePage: this.node.hasAttribute("data-one-page"),
        top: Number(this.node.getAttribute("data-top") || 0)
      };
      this.plan = pages.paginate(this.table, box, wish);
    }
  };

  /* A list that does not know yet how many pages it has. */
  Panel.prototype.unplanned = function () {
    return !this.plan && !!this.table && layout.rowsOf(this.table).length > 0;
  };

  /* The ready pages for a glass that stands as this one does. */
  Panel.prototype.ready = function () {
    var stands = root.innerHeight > root.innerWidth ? "upright" : "wide";
    return layout.list(this.node.querySelectorAll("[data-page]")).filter(function (page) {
      return (page.getAttribute("data-glass") || stands) === stands;
    });
  };

  Panel.prototype.count = function () {
    if (!this.plan) { return this.ready().length || 1; }
    return this.node.hasAttribute("data-one-page") ? 1 : this.plan.leaves.length;
  };

  /* Whether its time is over: a countdown that has ended. */
  Panel.prototype.gone = function (now) {
    return now >= Number(this.node.getAttribute("data-gone-at") || Infinity);
  };

  /* How long page `number` stays if nothing else is to be shown, in ms. */
  Panel.prototype.stay = function (number) {
    var rows = 0;
    if (this.plan) {
      rows = this.plan.top;
      (this.plan.leaves[number] || []).forEach(function (c) { rows += c.length; });
    }
    var reading = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rows * ROW_MS));
    return Math.max(reading, this.seconds * 1000 / this.count());
  };

  /* How long all pages take. */
  Panel.prototype.trip = function () {
    for (var number = 0, sum = 0; number < this.count(); number += 1) { sum += this.stay(number); }
    return sum;
  };

  /* Whether the rows that changed found their places without a new plan. */
  Panel.prototype.patched = function (dirty) {
    if (!this.plan || !this.table) { return !this.table; }
    if (this.boards() !== this.boardsLaid) { return false; }
    var rows = layout.rowsOf(this.table);
    return rows.length > 0 && pages.relay(this.plan, rows, dirty, this.box);
  };

  /* `tell(node)` writes what depends on the hour, before anything is measured. */
  Panel.prototype.draw = function (place, number, tell) {
    while (place.firstChild) { place.removeChild(place.firstChild); }
    if (this.plan && layout.rowsOf(this.table).length) {
      pages.hang(place, this.table, this.plan, number, this.box);
      root.tabloNames.fitNames(place);
      this.drawBeside(place);
      return;
    }
    this.drawText(place, number, tell);
  };

  Panel.prototype.drawBeside = function (place) {
    if (!this.beside) { return; }
    var leaf = element("div", "leaf live-boards beside-list");
    leaf.appendChild(this.node.querySelector(".beside").cloneNode(true));
    leaf.style.width = this.beside.width + "px";
    leaf.style.height = this.beside.height + "px";
    place.appendChild(leaf);
    root.tabloDiagrams.lay(leaf, this.beside);
  };

  function heightOf(node) { return node.getBoundingClientRect().height; }

  /* The players of the teams on a podium stand there if they have the letters asked for, and the blocks their order. */
  function whereRoom(copy, smallest) {
    var lists = layout.list(copy.querySelectorAll("[data-where-room]"));
    var steps = layout.list(copy.querySelectorAll(".step"));
    var high = [1, 2, 3].map(function (place) {
      return steps.filter(function (step) { return step.classList.contains("place-" + place); }).map(function (step) {
        return heightOf(step.querySelector(".block"));
      });
    });
    var room = steps.every(function (step) { return step.scrollHeight <= step.clientHeight + 1; }) &&
      high.every(function (own, at) { return !at || !own.length || Math.max.apply(null, own) < Math.min.apply(null, high[0]); }) &&
      lists.every(function (list) { return parseFloat(root.getComputedStyle(list).fontSize) >= smallest - 0.5; });
    if (!room) { lists.forEach(function (list) { list.parentNode.removeChild(list); }); }
  }

  /* A name of many lines on a podium has smaller letters, until its block shows all that is on it and is the higher one. */
  function wholeBlocks(copy) {
    var steps = layout.list(copy.querySelectorAll(".step")), lower = 0;
    [3, 2, 1].forEach(function (place) {
      var own = steps.filter(function (step) { return step.classList.contains("place-" + place); });
      own.forEach(function (step) { smallerNames(step, lower); });
      lower = Math.max.apply(null, own.map(function (step) { return heightOf(step.querySelector(".block")); }).concat(lower));
    });
  }

  function smallerNames(step, lower) {
    var block = step.querySelector(".block"), share = 1;
    var names = layout.list(step.children).filter(function (node) { return node.classList.contains("name"); });
    var full = function () { return step.firstElementChild.getBoundingClientRect().top < step.getBoundingClientRect().top + 1; };
    var low = function () { return block.scrollHeight > block.clientHeight + 1 || heightOf(block) < lower * 1.1; };
    while (share > LEAST_SHARE && full() && low()) {
      share *= 0.96;
      names.forEach(function (name) { name.style.fontSize = parseFloat(root.getComputedStyle(name).fontSize) * 0.96 + "px"; });
    }
  }

  /* Everything that is no list: copied whole, or one of its ready pages, then each text as large as its place allows. */
  Panel.prototype.drawText = function (place, number, tell) {
    var box = this.box, page = this.ready()[number];
    var copy = element("div", "leaf whole " + this.node.className);
    layout.list(this.node.children).forEach(function (child) {
      if (child.hasAttribute("data-page") && child !== page) { return; }
      if (child.tagName !== "HEADER" && child.tagName !== "TABLE") { copy.appendChild(child.cloneNode(true)); }
    });
    place.appendChild(copy);
    tell(copy);
    root.tabloTrees.lay(copy, box.smallest);
    whereRoom(copy, box.smallest);
    root.tabloNames.fitNames(copy, ".tree .name, .road .name, .stand .name");
    wholeBlocks(copy);
    root.tabloTrees.join(copy);
    root.tabloDiagrams.lay(copy, box);
    layout.list(copy.querySelectorAll("[data-fit]")).forEach(function (text) {
      var share = Number(text.getAttribute("data-fit")) || 1;
      pages.fitText(text, box.width * 0.96, box.height * share, box.smallest, box.height * share);
    });
  };

  /* Marks what is new on the page that hangs; the half minute begins when the row is first seen. */
  Panel.prototype.mark = function (place, now) {
    var marks = this.marks;
    layout.list(place.querySelectorAll("tr[data-row]")).forEach(function (row) {
      var key = row.getAttribute("data-row");
      if (marks[key] === undefined) { return; }
      if (marks[key] === 0) { marks[key] = now + MARKED_MS; }
      var age = now - (marks[key] - MARKED_MS);
      row.classList.toggle("fresh", age < MARKED_MS);
      row.classList.toggle("grounded", age < GROUND_MS);
      row.classList.toggle("arriving", age < ARRIVAL_MS);
      if (now >= marks[key]) { delete marks[key]; }
    });
  };

  root.TabloPanel = Panel;
}(window));
