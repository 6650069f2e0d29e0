/* A screen on the wall. The sheets lie in the store, as the server sent them and as the feed keeps
   them; this file hangs them on the stage, turns the pages, and is honest about time and position. */
(function (root) {
  "use strict";

  var layout = root.tabloLayout;
  var Sheet = root.TabloSheet;
  var TICK_MS = 250;
  var RIGHT = 39;         // the arrow of a remote control turns the page
  var HEAD_EXTRAS = 4.6;  // em: the margins of the head and the QR code, as in screens.css

  var body = document.body;
  var store = document.getElementById("store");
  var glass = {};
  ["stage", "bench", "title", "under", "clock", "progress", "pages", "turns", "bar", "position"].forEach(function (name) {
    glass[name] = document.getElementById(name);
  });
  var sheets = [], current = 0, page = 0, since = 0, bornAt = Date.now();
  var settings = null, dirty = [], all = false, shownTitle = "";

  /* The server's clock: the feed measures the offset; before its first word, the page's own time. */
  function now() {
    if (root.tabloFeed && root.tabloFeed.now) { return root.tabloFeed.now(); }
    return Number(body.getAttribute("data-now")) + Date.now() - bornAt;
  }

  /* For how long something stays: a clock that nobody sets. */
  function steady() { return root.performance.now(); }

  function setting(name) { return settings ? settings.getAttribute("data-" + name) || "" : ""; }

  function readStore() {
    var known = {};
    sheets.forEach(function (sheet) { known[sheet.id] = sheet; });
    settings = settings || store.querySelector(".settings");
    sheets = layout.list(store.querySelectorAll(".sheet")).map(function (node) {
      var old = known[node.getAttribute("data-sheet")];
      var fresh = new Sheet(node);
      if (old) { carryOver(old, fresh); }
      return fresh;
    });
  }

  /* A sheet that came again keeps its place in time: its plan, and what is news on it. */
  function carryOver(old, fresh) {
    fresh.news = old.news;
    fresh.marks = old.marks;
    fresh.plan = old.node === fresh.node ? old.plan : null;
    fresh.box = old.box;
    fresh.learn();
  }

  function dress() {
    document.documentElement.setAttribute("data-theme", setting("theme") || "dark");
    var text = setting("announcement");
    glass.bar.textContent = text;
    glass.bar.hidden = !text;
    glass.bar.style.fontSize = "";
    glass.position.textContent = setting("position");
    if (text) {
      var smallest = layout.smallestFont(root.innerWidth, root.innerHeight);
      root.tabloPages.fitText(glass.bar, root.innerWidth - 2 * smallest, root.innerHeight * 0.25, smallest * 0.7, smallest * 1.4);
      glass.bar.style.width = "";
    }
  }

  function box() {
    var size = glass.stage.getBoundingClientRect();
    var style = root.getComputedStyle(glass.stage);
    return {
      width: Math.floor(size.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)),
      height: Math.floor(size.height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)),
      smallest: layout.smallestFont(root.innerWidth, root.innerHeight),
      largest: layout.largestFont(root.innerWidth, root.innerHeight)
    };
  }

  function inFocus() { return now() < Number(setting("focus-until") || 0); }

  /* What is on today: during the focus only the pairings, otherwise everything but what waits for one. */
  function playing() {
    var focused = sheets.filter(function (sheet) { return sheet.node.hasAttribute("data-focus"); });
    if (inFocus() && focused.length) { return focused; }
    var usual = sheets.filter(function (sheet) { return !sheet.node.hasAttribute("data-focus-only"); });
    return usual.length ? usual : sheets;
  }

  function layOut() {
    var smallest = layout.smallestFont(root.innerWidth, root.innerHeight);
    document.documentElement.style.fontSize = smallest + "px";
    body.classList.toggle("portrait", root.innerHeight > root.innerWidth);
    dress();
    sheets.forEach(function (sheet) { sheet.plan = null; });
    hang();
  }

  function hang() {
    var all = playing();
    if (!all.length) { return; }
    current = Math.min(current, all.length - 1);
    var sheet = all[current];
    title(sheet);
    if (!sheet.plan || !sheet.box) { sheet.lay(box(), glass.bench); }
    page = Math.min(page, sheet.count() - 1);
    sheet.draw(glass.stage, page, countDown);
    sheet.mark(glass.stage, steady());
    turns(all, sheet);
  }

  /* The head of the glass: as large as one line allows, smaller for long names, never cut. */
  function title(sheet) {
    var head = sheet.node.querySelector("header");
    var h = head ? head.querySelector("h2") : null, p = head ? head.querySelector("p") : null;
    var said = [h ? h.textContent : "", p ? p.textContent : "", root.innerWidth, root.innerHeight].join("|");
    if (said === shownTitle) { return; }
    shownTitle = said;
    body.classList.toggle("bare", !h);
    glass.title.textContent = h ? h.textContent : "";
    glass.under.textContent = p ? p.textContent : "";
    if (h) { fitTitle(layout.smallestFont(root.innerWidth, root.innerHeight)); }
  }

  function fitTitle(letter) {
    var height = 1.75 * letter, clock = glass.clock.getBoundingClientRect().width;
    var free = root.innerWidth - clock - HEAD_EXTRAS * letter;
    [glass.title, glass.under].forEach(function (node) { node.style.width = ""; node.style.fontSize = ""; });
    var natural = glass.title.getBoundingClientRect().width;
    var width = Math.min(natural, free * (glass.under.textContent ? 0.62 : 1));
    root.tabloPages.fitText(glass.title, Math.ceil(width) + 1, height, 0.4 * letter, 1.06 * letter);
    root.tabloPages.fitText(glass.under, Math.max(letter, free - width - 0.6 * letter), height, 0.25 * letter, 0.62 * letter);
  }

  /* Visible progress: which page of how many, and which of the contents that alternate. */
  function turns(all, sheet) {
    var words = body.getAttribute("data-page-words") || "{page} / {pages}";
    var several = sheet.count() > 1;
    glass.pages.textContent = several ? words.replace("{page}", page + 1).replace("{pages}", sheet.count()) : "";
    while (glass.turns.firstChild) { glass.turns.removeChild(glass.turns.firstChild); }
    for (var i = 0; all.length > 1 && i < all.length; i += 1) {
      glass.turns.appendChild(root.tabloPages.element("i", i === current ? "now" : ""));
    }
    glass.progress.parentNode.hidden = all.length < 2 && !several;
  }

  function turn() {
    var all = playing();
    var sheet = all[current];
    since = steady();
    if (sheet && page + 1 < sheet.count()) {
      page += 1;
    } else {
      page = 0;
      current = all.length && !inStep(all) ? (current + 1) % all.length : current;
    }
    hang();
  }

  function inStep(all) { return Number(setting("family")) > 1 && all.length > 1; }

  /* The televisions of a family alternate together: the hour says which content it is, on all of them. */
  function keepStep(all) {
    if (!inStep(all)) { return; }
    var slot = Math.floor(now() / (all[0].seconds * 1000)) % all.length;
    if (slot === current) { return; }
    current = slot;
    page = 0;
    since = steady();
    hang();
  }

  var shownFocus = null;

  function tick() {
    var at = steady();
    since = since || at;
    if (shownFocus !== inFocus()) { shownFocus = inFocus(); current = 0; page = 0; since = at; hang(); }
    var all = playing();
    keepStep(all);
    var sheet = all[current];
    if (!sheet) { return; }
    var stay = sheet.stay(page);
    if (all.length > 1 || sheet.count() > 1) {
      glass.progress.style.width = Math.min(100, (at - since) * 100 / stay) + "%";
      if (at - since >= stay) { turn(); }
    }
    sheet.mark(glass.stage, at);
    tickClock(now());
    if (countDown(glass.stage)) { hang(); }
  }

  function two(n) { return (n < 10 ? "0" : "") + n; }

  function tickClock(at) {
    var local = new Date(at + Number(body.getAttribute("data-zone") || 0) * 60000);
    glass.clock.textContent = two(local.getUTCHours()) + ":" + two(local.getUTCMinutes());
  }

  /* Whether a text became longer or shorter: then it has to find its size again. */
  function countDown(glassed) {
    var other = false;
    layout.list(glassed.querySelectorAll("[data-until]")).forEach(function (node) {
      var left = Math.ceil((Number(node.getAttribute("data-until")) - now()) / 1000);
      var text = left > 0 ? spoken(left) : node.getAttribute("data-over") || "0:00";
      node.classList.toggle("over", left <= 0);
      node.classList.toggle("soon", left > 0 && left <= 300);
      other = other || node.textContent.length !== text.length;
      node.textContent = text;
    });
    return other;
  }

  function spoken(seconds) {
    var hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    return hours ? hours + ":" + two(minutes) + ":" + two(seconds % 60) : minutes + ":" + two(seconds % 60);
  }

  /* Something in the store changed: rows are written over where they fit, else the sheet is laid out anew. */
  function rowOf(node) {
    for (var up = node; up && up !== store; up = up.parentNode) {
      if (up.tagName === "TR") { return up; }
    }
    return null;
  }

  function changed(records) {
    records.forEach(function (record) {
      var row = rowOf(record.target);
      if (row) { note(row); return; }
      layout.list(record.addedNodes).forEach(note);
      if (record.target === store) {
        layout.list(record.addedNodes).concat(layout.list(record.removedNodes)).forEach(function (node) {
          all = all || (node.classList && node.classList.contains("sheet"));
        });
      } else if (record.target.tagName !== "TBODY" && !record.target.classList.contains("settings")) {
        all = true;
      }
    });
    if (all) { readStore(); }
    settle();
  }

  function note(node) { if (node.tagName === "TR" && dirty.indexOf(node) < 0) { dirty.push(node); } }

  /* Rows are written over where they fit; a sheet that came new, or that a row does not fit any more, gets a new plan. */
  function settle() {
    var rows = dirty, before = setting("announcement") + setting("theme");
    settings = store.querySelector(".settings");
    all = false;
    dirty = [];
    glass.position.textContent = setting("position");
    if (setting("announcement") + setting("theme") !== before) { layOut(); return; }
    sheets.forEach(function (sheet) {
      sheet.learn();
      if (!sheet.patched(rows, glass.bench)) { sheet.plan = null; }
    });
    hang();
  }

  document.documentElement.className += " js";
  tickClock(now());
  readStore();
  layOut();
  shownFocus = inFocus();
  new MutationObserver(changed).observe(store, {
    childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["data-news", "data-until", "data-focus-until"]
  });
  root.addEventListener("resize", layOut);
  if (document.fonts && document.fonts.ready) { document.fonts.ready.then(layOut); }
  root.setInterval(tick, TICK_MS);
  if (root.Tablo) {
    root.Tablo.awake();
    document.addEventListener("keydown", function (event) { if (event.keyCode === RIGHT) { turn(); } });
    ["click", "keydown"].forEach(function (touch) {  // full screen needs somebody's hand: any key of the remote control will do
      document.addEventListener(touch, function () { if (!document.fullscreenElement) { root.Tablo.fullscreen(); } });
    });
  }
  tick();
  root.tabloVenue = { sheets: function () { return sheets; }, turn: turn, layOut: layOut, now: now };
}(window));
