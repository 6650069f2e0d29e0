/* A screen in the hall. The panels lie in the store, as the server sent them and as the feed keeps
   them; this file hangs them where the panel stands, turns the pages, and is honest about time and position. */
(function (root) {
  "use strict";

  var layout = root.tabloLayout;
  var Panel = root.TabloPanel;
  var TICK_MS = 250;
  var RIGHT = 39;         // the arrow of a remote control turns the page
  var CHROME = 0.0522;    // one rem, the measure of head and foot, as a share of the short side
  var TRIP_MS = 85000;    // in which everything is shown once, if that leaves each page its shortest time
  var FAMILY_MS = 24000;  // the same for a list that several televisions share
  var SHORTEST_MS = 4500;
  var MOST_DOTS = 20;

  var body = document.body;
  var store = document.getElementById("store");
  var elements = {};
  ["panel", "clock", "pages", "turns", "bar"].forEach(function (name) {
    elements[name] = document.getElementById(name);
  });
  var panels = [], current = 0, page = 0, since = 0, bornAt = Date.now();
  var settings = null, dirty = [], all = false;

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
    panels.forEach(function (panel) { known[panel.id] = panel; });
    settings = settings || store.querySelector(".settings");
    panels = layout.list(store.querySelectorAll(".panel")).map(function (node) {
      var old = known[node.getAttribute("data-panel")];
      var fresh = new Panel(node);
      if (old) { carryOver(old, fresh); }
      return fresh;
    });
  }

  /* A panel that came again keeps its place in time: its plan, and what is news on it. */
  function carryOver(old, fresh) {
    fresh.news = old.news;
    fresh.marks = old.marks;
    fresh.plan = old.node === fresh.node ? old.plan : null;
    fresh.box = old.box;
    fresh.beside = old.beside;
    fresh.boardsLaid = old.boardsLaid;
    fresh.learn();
  }

  function dress() {
    document.documentElement.setAttribute("data-theme", setting("theme") || "dark");
    root.tabloFace.show(settings, rem());
    var text = setting("announcement");
    elements.bar.textContent = text;
    elements.bar.hidden = !text;
    elements.bar.style.fontSize = "";
    if (text) {
      root.tabloPages.fitText(elements.bar, root.innerWidth - 2 * rem(), root.innerHeight * 0.25, rem() * 0.7, rem() * 1.4);
      elements.bar.style.width = "";
    }
  }

  function rem() { return CHROME * Math.min(root.innerWidth, root.innerHeight); }

  function box() {
    var smallest = layout.smallestFont(root.innerWidth, root.innerHeight, Number(setting("capital")) / 100);
    var size = elements.panel.getBoundingClientRect();
    var style = root.getComputedStyle(elements.panel);
    return {
      width: Math.floor(size.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)),
      height: Math.floor(size.height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)),
      smallest: smallest,
      largest: Math.max(smallest, layout.largestFont(root.innerWidth, root.innerHeight)),
      highest: Math.max(smallest, layout.largestFont(root.innerWidth, root.innerHeight)) * 1.3
    };
  }

  function inFocus() { return now() < Number(setting("focus-until") || 0); }

  /* The panels in turn: during the focus only the pairings, otherwise everything but what waits for one. */
  function playing() {
    var focused = panels.filter(function (panel) { return panel.node.hasAttribute("data-focus"); });
    if (inFocus() && focused.length) { return focused; }
    var at = now();
    var usual = panels.filter(function (panel) { return !panel.node.hasAttribute("data-focus-only"); });
    var left = usual.filter(function (panel) { return !panel.gone(at); });
    return left.length ? left : usual.length ? usual : panels;
  }

  function layOut() {
    document.documentElement.style.fontSize = rem() + "px";
    root.tabloHead.forget();
    body.classList.toggle("portrait", root.innerHeight > root.innerWidth);
    dress();
    panels.forEach(function (panel) { panel.plan = null; });
    hang();
  }

  /* Under its own head: a text has none, and more room. */
  function lay(panel) {
    root.tabloHead.show(panel.node, rem(), Number(setting("family")));
    if (!panel.plan) { panel.lay(box()); }
  }

  function hang() {
    var all = playing();
    shownPanels = all.length;
    if (!all.length) { return; }
    current = Math.min(current, all.length - 1);
    var panel = all[current];
    all.filter(function (each) { return each !== panel && each.unplanned(); }).concat([panel]).forEach(lay);
    page = Math.min(page, panel.count() - 1);
    panel.draw(elements.panel, page, countDown);
    panel.mark(elements.panel, steady());
    root.tabloHead.explain(elements.panel);
    turns(all, panel);
  }

  /* One row of dots, a dot a page, grouped by content; the time of the page runs in its dot. Where they would be too
     many, a dot is a content and words say the page. */
  function turns(all, panel) {
    var words = body.getAttribute("data-page-words") || "{page} / {pages}";
    var dots = all.reduce(function (sum, each) { return sum + each.count(); }, 0), few = dots <= MOST_DOTS;
    elements.pages.textContent = few || panel.count() < 2 ? "" : words.replace("{page}", page + 1).replace("{pages}", panel.count());
    while (elements.turns.firstChild) { elements.turns.removeChild(elements.turns.firstChild); }
    if (dots < 2) { return; }
    all.forEach(function (each, place) {
      var view = elements.turns.appendChild(root.tabloPages.element("span", "view"));
      for (var number = 0; number < (few ? each.count() : 1); number += 1) { view.appendChild(dot(place === current && (!few || number === page))); }
    });
    showTime(all, panel);
  }

  function dot(now) {
    var made = root.tabloPages.element("i", now ? "now" : "");
    if (now) { made.appendChild(root.tabloPages.element("b")).id = "progress"; }
    return made;
  }

  /* How much of the time of the page that hangs is over. */
  function showTime(all, panel) {
    var bar = document.getElementById("progress");
    if (bar) { bar.style.width = Math.min(100, (steady() - (since || steady())) * 100 / stayOf(panel, all, page)) + "%"; }
  }

  function turn() {
    var all = playing();
    var panel = all[current];
    since = steady();
    if (panel && page + 1 < panel.count()) {
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

  /* How long the page that hangs stays: the sooner everything comes again, the more there is to show. In a
     family that alternates all pages of a content share its time. */
  function stayOf(panel, all, number) {
    if (inStep(all)) { return panel.seconds * 1000 / panel.count(); }
    var trip = all.reduce(function (sum, each) { return sum + each.trip(); }, 0);
    var usual = panel.stay(number), most = Number(setting("family")) > 1 ? FAMILY_MS : TRIP_MS;
    return Math.max(Math.min(usual, SHORTEST_MS), usual * Math.min(1, most / trip));
  }

  /* How many pages there are, and how long it takes until the first one hangs again. */
  function round() {
    var all = playing(), told = { pages: 0, ms: 0 };
    all.forEach(function (panel) {
      for (var number = 0; number < panel.count(); number += 1) { told.pages += 1; told.ms += stayOf(panel, all, number); }
    });
    return told;
  }

  var shownFocus = null, shownPanels = 0;

  function tick() {
    var at = steady();
    since = since || at;
    if (shownFocus !== inFocus()) { shownFocus = inFocus(); current = 0; page = 0; since = at; hang(); }
    var all = playing();
    if (all.length !== shownPanels) { since = at; hang(); }
    keepStep(all);
    var panel = all[current];
    if (!panel) { return; }
    var stay = stayOf(panel, all, page);
    if (all.length > 1 || panel.count() > 1) {
      showTime(all, panel);
      if (at - since >= stay) { turn(); }
    }
    panel.mark(elements.panel, at);
    root.tabloHead.explain(elements.panel);
    tickClock(now());
    if (countDown(elements.panel)) { hang(); }
  }

  function two(n) { return (n < 10 ? "0" : "") + n; }

  function tickClock(at) {
    var local = new Date(at + Number(body.getAttribute("data-zone") || 0) * 60000);
    elements.clock.textContent = two(local.getUTCHours()) + ":" + two(local.getUTCMinutes());
  }

  /* Whether a text became longer or shorter: then it has to find its size again. */
  function countDown(glassed) {
    var other = false;
    layout.list(glassed.querySelectorAll("[data-until]")).forEach(function (node) {
      var left = Math.ceil((Number(node.getAttribute("data-until")) - now()) / 1000);
      var days = left >= 96 * 3600 && node.getAttribute("data-days");
      var text = days ? days.replace("{n}", Math.floor(left / 86400)) : left > 0 ? spoken(left) : node.getAttribute("data-over") || "0:00";
      node.classList.toggle("over", left <= 0);
      node.classList.toggle("soon", left > 0 && left <= 300);
      other = other || node.textContent.length !== text.length;
      node.textContent = text;
    });
    layout.list(glassed.querySelectorAll("[data-hidden-at]")).forEach(function (node) {
      node.style.visibility = now() < Number(node.getAttribute("data-hidden-at")) ? "" : "hidden";
    });
    return other;
  }

  function spoken(seconds) {
    var hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    return hours ? hours + ":" + two(minutes) + ":" + two(seconds % 60) : minutes + ":" + two(seconds % 60);
  }

  /* Something in the store changed: rows are written over where they fit, else the panel is laid out anew. */
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
          all = all || (node.classList && node.classList.contains("panel"));
        });
      } else if (record.target.tagName !== "TBODY" && !record.target.classList.contains("settings")) {
        all = true;
      }
    });
    if (all) { readStore(); }
    settle();
  }

  function note(node) { if (node.tagName === "TR" && dirty.indexOf(node) < 0) { dirty.push(node); } }

  function look() { return [setting("announcement"), setting("theme"), setting("capital"), setting("face"), setting("accent")].join("|"); }

  /* Rows are written over where they fit; a panel that came new, or that a row does not fit any more, gets a new plan. */
  function settle() {
    var rows = dirty, before = look();
    settings = store.querySelector(".settings");
    all = false;
    dirty = [];
    if (look() !== before) { layOut(); return; }
    panels.forEach(function (panel) {
      panel.learn();
      if (!panel.patched(rows)) { panel.plan = null; }
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
  root.addEventListener("load", layOut); // televisions of 2015 run scripts before the style is there
  if (document.fonts && document.fonts.addEventListener) { document.fonts.addEventListener("loadingdone", layOut); }
  root.setInterval(tick, TICK_MS);
  if (root.Tablo) {
    root.Tablo.awake();
    document.addEventListener("keydown", function (event) { if (event.keyCode === RIGHT) { turn(); } });
    ["click", "keydown"].forEach(function (touch) {  // full screen needs somebody's hand: any key of the remote control will do
      document.addEventListener(touch, function () { if (!document.fullscreenElement) { root.Tablo.fullscreen(); } });
    });
  }
  tick();
  root.tabloScreen = {
    panels: function () { return panels; },
    stay: function () { return stayOf(playing()[current], playing(), page); },
    round: round,
    turn: turn,
    layOut: layOut,
    now: now
  };
}(window));
