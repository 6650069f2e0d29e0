/* The feed (feed.js) on a page: parts are put in their places, changed ones are marked for
   twenty seconds, and a banner says since when the page is not up to date.

     <section data-topic="t/open/pairings" data-position="57">      a topic and where the page stands
       <p data-part="progress">...</p>                              a part, replaced as a whole
       <table><tbody data-list><tr data-part="b1">...               new parts go to the end of the list

   `data-only="p7 p12"` on the container takes these parts and no others.
   Parts do not lie in each other. With several lists in one topic, part "seats/s7" goes into <tbody data-list="seats">.
   <script src="feed-page.js" data-follow> follows all topics of the page by itself; others call
   Tablo.follow({screen, onframe, onstate, version}). `data-stale="Not up to date since {time}"` on <html>
   has the banner's words, `id="stale"` its place. Events on the document: "tablo:changed" after parts
   changed, "tablo:state" when the connection is lost or back. */
(function (root) {
  "use strict";

  var MARKED_MS = 20000;
  var document = root.document, Tablo = root.Tablo;
  var script = document.currentScript, loadedAt = Date.now();

  function all(list) { return Array.prototype.slice.call(list); }

  /* ---- parts ---- */

  function Place(container) {
    this.container = container;
    this.topic = container.getAttribute("data-topic");
  }

  Place.prototype.takes = function (key) {
    var only = this.container.getAttribute("data-only");
    return only === null || only.split(" ").indexOf(key) >= 0;
  };

  Place.prototype.read = function () {
    var found = {};
    all(this.container.querySelectorAll("[data-part]")).forEach(function (node) { found[node.getAttribute("data-part")] = node; });
    return found;
  };

  Place.prototype.list = function (key) {
    var slash = key.lastIndexOf("/");
    var named = slash > 0 ? this.container.querySelector('[data-list="' + key.slice(0, slash).replace(/["\\]/g, "\\$&") + '"]') : null;
    return named || this.container.querySelector('[data-list=""]') || this.container.querySelector("[data-list]") || this.container;
  };

  /* Parts of a table are read in a table. A <template> would take all of them, but televisions of 2015 have none. */
  var AROUND = { tr: "tbody", thead: "table", tbody: "table" };

  function element(html) {
    var name = /^\s*<(\w+)/.exec(html);
    var holder = document.createElement(name && AROUND[name[1]] || "div");
    holder.innerHTML = html;
    return holder.firstElementChild;
  }

  /* Compared without the mark, which is ours and not the server's. */
  function same(old, fresh) {
    if (!old.classList.contains("changed")) { return old.isEqualNode(fresh); }
    var plain = old.cloneNode(true);
    plain.classList.remove("changed");
    if (!plain.className) { plain.removeAttribute("class"); }
    return plain.isEqualNode(fresh);
  }

  function folds(node) { return all(node.querySelectorAll("details")).concat(node.nodeName === "DETAILS" ? [node] : []); }

  /* What the reader has opened stays open. */
  function keepOpen(old, fresh) {
    var now = folds(fresh);
    folds(old).forEach(function (one, index) { if (one.open && now[index]) { now[index].open = true; } });
  }

  Place.prototype.put = function (found, key, html) {
    var old = found[key], fresh = element(html);
    if (old && fresh) { keepOpen(old, fresh); }
    if (!fresh || (old && same(old, fresh))) { return; }
    if (old) {
      old.parentNode.replaceChild(fresh, old);
    } else {
      this.list(key).appendChild(fresh);
    }
    found[key] = fresh;
    this.mark(fresh);
  };

  Place.prototype.mark = function (node) {
    node.classList.add("changed");
    root.setTimeout(function () { node.classList.remove("changed"); }, MARKED_MS);
  };

  Place.prototype.orders = function (parent) { return parent === this.list("") || parent.hasAttribute("data-list"); };

  function first(list) { return all(list.children).filter(function (node) { return node.hasAttribute("data-part"); })[0]; }

  /* A part goes behind another one, or in front of its list where that stands elsewhere. What is no part of a list stays. */
  Place.prototype.move = function (found, pair) {
    var node = found[pair[0]], before = found[pair[1]], list = node && node.parentNode;
    if (!node || !this.orders(list)) { return; }
    var next = before && before.parentNode === list ? before.nextElementSibling : first(list);
    if (next !== node) { list.insertBefore(node, next); }
  };

  function drop(found, key) {
    if (found[key]) { found[key].parentNode.removeChild(found[key]); }
    delete found[key];
  }

  Place.prototype.show = function (frame) {
    var place = this, found = this.read();
    var parts = (frame.parts || frame.set || []).filter(function (pair) { return place.takes(pair[0]); });
    var keys = parts.map(function (pair) { return pair[0]; });
    var gone = frame.type === "snapshot" ? Object.keys(found).filter(function (key) { return keys.indexOf(key) < 0; }) : frame.gone || [];
    gone.forEach(function (key) { drop(found, key); });
    parts.forEach(function (pair) { place.put(found, pair[0], pair[1]); });
    var moved = frame.type === "snapshot" ? Tablo.inTurn(keys.filter(function (key) { return found[key]; })) : frame.moved || [];
    moved.forEach(function (pair) { place.move(found, pair); });
    this.container.setAttribute("data-position", frame.position);
  };

  /* ---- the banner ---- */

  function two(n) { return (n < 10 ? "0" : "") + n; }

  function clock(ms) {
    var zone = document.body.getAttribute("data-zone");
    if (zone === null) { return two(new Date(ms).getHours()) + ":" + two(new Date(ms).getMinutes()); }
    var local = new Date(ms + Number(zone) * 60000);
    return two(local.getUTCHours()) + ":" + two(local.getUTCMinutes());
  }

  function banner() {
    var place = document.getElementById("stale");
    if (!place) {
      place = document.createElement("p");
      place.id = "stale";
      place.setAttribute("role", "status");
      document.body.insertBefore(place, document.body.firstChild);
    }
    return place;
  }

  function tell(state) {
    var words = document.documentElement.getAttribute("data-stale") || "{time}";
    var place = banner();
    place.hidden = state.live;
    place.textContent = state.live ? "" : words.replace("{time}", clock(state.since));
    document.documentElement.classList.toggle("is-stale", !state.live);
  }

  function announce(name, detail) {
    var event = document.createEvent("CustomEvent");
    event.initCustomEvent(name, false, false, detail);
    document.dispatchEvent(event);
  }

  /* Not all pages of the hall at once, and not in a circle should the new page be as old as this one. */
  function reload(hurry) {
    var rest = Date.now() - loadedAt < 10000 ? 30000 : 0;
    root.setTimeout(function () { root.location.reload(); }, rest + Math.random() * (hurry ? 500 : 3000));
  }

  /* ---- following ---- */

  function follow(options) {
    var wanted = options || {}, places = {}, positions = {};
    all(document.querySelectorAll("[data-topic]")).forEach(function (container) {
      var place = new Place(container), position = container.getAttribute("data-position");
      (places[place.topic] = places[place.topic] || []).push(place);
      positions[place.topic] = position === null ? null : Number(position);
    });
    if (!Object.keys(places).length) { return null; }
    var feed = Tablo.connect({
      topics: Object.keys(places), positions: positions, form: "html",
      language: document.documentElement.getAttribute("data-lang") || "en", screen: wanted.screen, version: wanted.version,
      onreload: function () { reload(wanted.screen); },
      onstate: function (state) {
        tell(state);
        announce("tablo:state", state);
        if (wanted.onstate) { wanted.onstate(state); }
      },
      onframe: function (frame) {
        if (frame.type === "snapshot" || frame.type === "patch") {
          Tablo.released(function () {
            (places[frame.topic] || []).forEach(function (place) { place.show(frame); });
            announce("tablo:changed", frame);
          });
        }
        if (wanted.onframe) { wanted.onframe(frame); }
      }
    });
    root.tabloFeed = feed;
    return feed;
  }

  /* ---- clocks by the server's time, and what a television needs ---- */

  function now() { return root.tabloFeed ? root.tabloFeed.now() : Date.now(); }

  function tick() {
    all(document.querySelectorAll("[data-clock]")).forEach(function (node) { node.textContent = clock(now()); });
    all(document.querySelectorAll("[data-until]")).forEach(function (node) {
      var left = Math.max(0, Math.ceil((Number(node.getAttribute("data-until")) - now()) / 1000));
      var hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
      node.classList.toggle("over", left === 0);
      node.textContent = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(left % 60);
    });
  }

  /* The order of all these keys as moves. */
  Tablo.inTurn = function (keys) { return keys.map(function (key, at) { return [key, keys[at - 1] || ""]; }); };

  Tablo.element = element;
  Tablo.follow = follow;
  Tablo.now = now;
  Tablo.clocks = function () { tick(); return root.setInterval(tick, 250); };

  /* Keeps the screen lit while the page is in sight. Browsers without wake lock, or without HTTPS, go on without. */
  Tablo.awake = function () {
    var ask = function () {
      if (root.navigator.wakeLock && !document.hidden) { root.navigator.wakeLock.request("screen").then(null, function () {}); }
    };
    document.addEventListener("visibilitychange", ask);
    ask();
  };

  /* Only from a tap or a key: browsers refuse it otherwise. */
  Tablo.fullscreen = function (node) {
    var element = node || document.documentElement;
    var enter = element.requestFullscreen || element.webkitRequestFullscreen || element.mozRequestFullScreen || element.msRequestFullscreen;
    if (enter) { enter.call(element); }
    return Boolean(enter);
  };

  if (script && script.hasAttribute("data-follow")) {
    follow({ screen: script.getAttribute("data-screen") || "" });
    Tablo.clocks();
  }
}(window));
