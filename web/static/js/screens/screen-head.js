/* The head of a screen and the legend at its foot. In the head: what hangs, as large as one line allows, smaller for long names, never cut.

   Written for the browsers of televisions from 2015 on: a classic script of ECMAScript 5. */
(function (root) {
  "use strict";

  var EXTRAS = 4.6; // rem: the margins of the head and the QR code, as in screens.css
  var SIGNS = { playing: ".playing .open, .live, .duel.playing", still: ".line.on", fresh: ".fresh", colours: ".pair .white, .match-board .piece, .playoff .piece" };
  var fitText = root.tabloPages.fitText;
  var body = root.document.body;
  var title = root.document.getElementById("title");
  var under = root.document.getElementById("under");
  var clock = root.document.getElementById("clock");
  var done = root.document.getElementById("done");
  var logo = root.document.getElementById("logo");
  var photo = root.document.getElementById("photo");
  var mode = root.document.getElementById("mode");
  var legend = root.document.getElementById("legend");
  var shown = "";

  /* How far the round is, counted from the rows of its boards; a share of a family knows only a part of them. */
  function progressOf(panel, family) {
    var games = 0, finished = 0;
    [].slice.call(panel.querySelectorAll("tbody tr")).forEach(function (row) {
      if ((row.getAttribute("data-row") || "").charAt(0) !== "b") { return; }
      games += 1;
      finished += row.classList.contains("playing") ? 0 : 1;
    });
    return { games: family > 1 ? 0 : games, finished: finished };
  }

  function tellProgress(progress) {
    var words = body.getAttribute("data-done-words") || "{done} / {games}";
    done.hidden = !progress.games || !progress.finished;
    done.firstChild.textContent = words.replace("{done}", progress.finished).replace("{games}", progress.games);
    done.lastChild.firstChild.style.width = progress.finished * 100 / Math.max(1, progress.games) + "%";
  }

  /* The head of a panel; it is fitted again only where it says something else. */
  function show(panel, rem, family) {
    var head = panel.querySelector("header");
    var h = head ? head.querySelector("h2") : null, p = head ? head.querySelector("p") : null;
    mode.textContent = panel.getAttribute("data-mode") || "";
    var progress = progressOf(panel, family), counted = [progress.finished, progress.games].join("/");
    var face = panel.querySelector("img.photo");
    var said = [counted, face ? face.src : "", h ? h.textContent : "", p ? p.textContent : "", root.innerWidth, root.innerHeight].join("|");
    if (said === shown) { return; }
    shown = said;
    tellProgress(progress);
    photo.hidden = !face;
    photo.innerHTML = face ? face.outerHTML : "";
    body.classList.toggle("bare", !h);
    title.textContent = h ? h.textContent : "";
    under.textContent = p ? p.textContent : "";
    if (h) { fit(rem, h.getAttribute("data-short")); }
  }

  /* Beside each other, or on a glass that stands upright below each other; a title may have a shorter form. */
  function fit(rem, short) {
    var taken = [clock, done, logo, photo].reduce(function (sum, node) { return sum + node.getBoundingClientRect().width; }, 0);
    var free = root.innerWidth - taken - (EXTRAS + (logo.hidden ? 0 : 0.6) + (photo.hidden ? 0 : 0.5)) * rem;
    [title, under].forEach(function (node) { node.style.width = ""; node.style.fontSize = ""; });
    if (short && !roomy(free, rem)) { title.textContent = short; }
    if (body.classList.contains("portrait")) {
      fitText(title, free, 1.1 * rem, 0.4 * rem, 0.95 * rem);
      fitText(under, free, 0.62 * rem, 0.25 * rem, 0.5 * rem);
      return;
    }
    var natural = title.getBoundingClientRect().width;
    var width = Math.min(natural, free * (under.textContent ? 0.62 : 1));
    fitText(title, Math.ceil(width) + 1, 1.65 * rem, 0.4 * rem, 1.06 * rem);
    fitText(under, Math.max(rem, free - width - 0.6 * rem), 1.65 * rem, 0.25 * rem, 0.62 * rem);
  }

  /* The whole title in the largest letters, and what stands beside it in one line. */
  function roomy(free, rem) {
    var upright = body.classList.contains("portrait");
    return upright ? written(title) * 0.95 / 1.06 <= free : written(title) + 0.6 * rem + written(under) <= free;
  }

  function written(node) {
    var range = root.document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().width;
  }

  /* The legend has the signs of this page, and no others. */
  function explain(place) {
    [].slice.call(legend.children).forEach(function (entry) {
      entry.hidden = !place.querySelector(SIGNS[entry.getAttribute("data-sign")]);
    });
  }

  root.tabloHead = { show: show, explain: explain, forget: function () { shown = ""; } };
}(window));
