/* The store: the parts of this screen as the feed keeps them. A part without a slash in its name is a
   content ("pairings:open"), one with a slash is a row of it ("pairings:open/b12"). A content that
   changes keeps its rows; the screen learns of it all by watching the store (screen.js). */
(function (root) {
  "use strict";

  var document = root.document;
  var RELOAD_MS = 1500;

  function list(nodes) { return Array.prototype.slice.call(nodes); }

  function move(lists, targets) {
    lists.forEach(function (from, at) {
      while (from && targets[at] && from.firstChild) { targets[at].appendChild(from.firstChild); }
    });
  }

  function nameOf(node) { return node.getAttribute("data-part"); }

  /* Parts of one home stand in one list. */
  function home(key) { return key.slice(0, Math.max(0, key.lastIndexOf("/"))); }

  function Store(node) {
    this.node = node;
    this.parts = {};
    this.order = [];
    list(node.querySelectorAll("[data-part]")).forEach(function (part) {
      this.parts[nameOf(part)] = part;
      this.order.push(nameOf(part));
    }, this);
  }

  /* "pairings:open/b12" stands in the list of its content, "pairings:open/beside/b1" among the boards beside it. */
  Store.prototype.owner = function (key) {
    var names = key.split("/"), section = this.parts[names[0]];
    if (names.length === 1) { return this.node; }
    return names.length > 2 ? section && section.querySelector(".beside") : this.rowsOf(section);
  };

  Store.prototype.rowsOf = function (section) { return section && section.querySelector("tbody, [data-rows]"); };

  Store.prototype.listsOf = function (section) { return [this.rowsOf(section), section.querySelector(".beside")]; };

  Store.prototype.put = function (key, html) {
    var old = this.parts[key], fresh = root.Tablo.element(html);
    if (!fresh) { return; }
    if (!old) {
      this.parts[key] = fresh;
      this.order.push(key);
      this.owner(key).appendChild(fresh);
      return;
    }
    if (key.indexOf("/") < 0) { this.keepRows(old, fresh); }
    if (old.isEqualNode(fresh)) {
      this.giveBack(old, fresh);
      return;
    }
    old.parentNode.replaceChild(fresh, old);
    this.parts[key] = fresh;
  };

  /* The rows move over to the new frame of their list. */
  Store.prototype.keepRows = function (old, fresh) {
    move(this.listsOf(old), this.listsOf(fresh));
    old.emptied = true;
  };

  Store.prototype.giveBack = function (old, fresh) {
    if (old.emptied) { move(this.listsOf(fresh), this.listsOf(old)); }
  };

  Store.prototype.drop = function (key) {
    var node = this.parts[key];
    if (node && node.parentNode) { node.parentNode.removeChild(node); }
    delete this.parts[key];
    this.order = this.order.filter(function (other) { return other !== key; });
  };

  /* A part goes behind another one; of its own list it follows the last part that then stands before it. */
  Store.prototype.move = function (pair) {
    var key = pair[0], node = this.parts[key], order = this.order, parent = node && this.owner(key);
    if (!parent) { return; }
    order.splice(order.indexOf(key), 1);
    var at = pair[1] ? order.indexOf(pair[1]) + 1 : 0;
    order.splice(at, 0, key);
    do { at -= 1; } while (at >= 0 && home(order[at]) !== home(key));
    var next = at < 0 ? parent.firstElementChild : this.parts[order[at]].nextElementSibling;
    if (next !== node) { parent.insertBefore(node, next); }
  };

  Store.prototype.show = function (frame) {
    var whole = frame.type === "snapshot", set = (whole ? frame.parts : frame.set) || [];
    var keys = set.map(function (pair) { return pair[0]; });
    var gone = whole ? this.order.filter(function (key) { return keys.indexOf(key) < 0; }) : frame.gone || [];
    gone.forEach(this.drop, this);
    set.forEach(function (pair) { this.put(pair[0], pair[1]); }, this);
    (whole ? root.Tablo.inTurn(keys) : frame.moved || []).forEach(this.move, this);
  };

  /* ---- the feed, and the banner that says since when it is silent ---- */

  function two(n) { return (n < 10 ? "0" : "") + n; }

  function localTime(ms) {
    var local = new Date(ms + Number(document.body.getAttribute("data-zone") || 0) * 60000);
    return two(local.getUTCHours()) + ":" + two(local.getUTCMinutes()) + ":" + two(local.getUTCSeconds());
  }

  function tell(state) {
    var banner = document.getElementById("stale");
    var words = document.body.getAttribute("data-stale-words") || "{time}";
    banner.textContent = state.live ? "" : words.replace("{time}", localTime(state.since));
    banner.hidden = state.live;
  }

  function follow(store) {
    var body = document.body, topic = body.getAttribute("data-topic"), positions = {};
    positions[topic] = Number(body.getAttribute("data-position"));
    return root.Tablo.connect({
      topics: [topic], positions: positions, form: "html", language: body.getAttribute("data-lang") || "en",
      screen: body.getAttribute("data-screen"),
      onstate: tell,
      onreload: function () { root.setTimeout(function () { root.location.reload(); }, Math.random() * RELOAD_MS); },
      onframe: function (frame) {
        if (frame.type === "snapshot" || frame.type === "patch") {
          store.show(frame);
          body.setAttribute("data-position", frame.position);
        }
        if (frame.type === "refused" && frame.reason === "gone") { root.location.reload(); }
      }
    });
  }

  var store = new Store(document.getElementById("store"));
  root.tabloStore = store;
  /* Within a page of the desk it is a picture of the wall, and no television. */
  if (root.parent === root && root.Tablo && root.Tablo.connect && !document.body.hasAttribute("data-past")) { root.tabloFeed = follow(store); }
}(window));
