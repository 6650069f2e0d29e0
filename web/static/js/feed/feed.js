/* The live feed, seen from a browser of 2015 or later: connects, notices within seconds that nobody
   answers, comes back by itself and goes on from the position it had. It knows nothing of the page
   (see feed-page.js); other programs may use it as it is:

     var feed = Tablo.connect({
       topics: ["t/open/pairings"], positions: {"t/open/pairings": 57},     // positions: optional
       form: "json", language: "en", screen: "",                             // a named screen reports what it shows
       onframe: function (frame) {}, onstate: function (state) {}            // state: {live, since, transport}
     });
     feed.now()      the server's time in ms      feed.close()
     Tablo.released(function () {})      what takes a pressed button away waits until it was clicked

   The protocol is in asyncapi.yaml. */
(function (root) {
  "use strict";

  var QUICK_MS = 400, PAGE_CAP_MS = 8000, SCREEN_CAP_MS = 1500;  // full jitter: between nothing and this
  var CONNECT_MS = 3000, LATER_MS = 30000, DEFAULT_BEAT_MS = 3000, SHORT_BREAK_MS = 2000;
  var SEEN_MS = 500, RESUME_MS = 1000, PROBE_MS = 30000, SAMPLES = 20;

  function Feed(options) {
    this.options = options;
    this.topics = options.topics;
    this.positions = {};
    this.beat = DEFAULT_BEAT_MS;
    this.version = options.version || null;
    this.samples = [];
    this.attempts = 0;         // in a row that brought no frame
    this.socket = this.source = null;
    this.heardAt = this.lostAt = this.triedAt = Date.now();
    this.connected = this.closed = this.socketWorks = false;
    this.live = true;          // what the page shows was true when it was painted
    this.retryTimer = this.seenTimer = null;
    this.resumedAt = this.probedAt = 0;
    var feed = this;
    this.topics.forEach(function (topic) {
      var position = (options.positions || {})[topic];
      feed.positions[topic] = typeof position === "number" && position >= 0 ? position : null;
    });
    this.watch = root.setInterval(function () { feed.look(); }, 250);
    this.atOnce = function () { if (!feed.connected && !root.document.hidden) { feed.retry(0); } };
    root.addEventListener("online", this.atOnce);
    root.document.addEventListener("visibilitychange", this.atOnce);
    this.open();
  }

  /* ---- the server's time: the sample that travelled fastest is the best one ---- */

  Feed.prototype.hearTime = function (time) {
    var offset = time - Date.now(), samples = this.samples;
    if (samples.length && Math.abs(offset - samples[samples.length - 1]) > 5000) { samples.length = 0; } // a clock was set
    samples.push(offset);
    if (samples.length > SAMPLES) { samples.shift(); }
    this.offset = Math.max.apply(Math, samples);
  };

  Feed.prototype.now = function () { return Date.now() + (this.offset || 0); };

  /* ---- connecting: websocket, now and then server-sent events, in the end a fresh page ---- */

  Feed.prototype.address = function (path, positions) {
    var options = this.options, base = options.base || root.location.protocol + "//" + root.location.host;
    var query = [["form", options.form || "json"], ["lang", options.language || "en"]];
    if (options.screen) { query.push(["screen", options.screen]); }
    this.topics.forEach(function (topic) {
      query.push(["topic", topic]);
      query.push(["after", positions[topic] === null ? "" : positions[topic]]);
    });
    return base + path + "?" + query.map(function (pair) { return pair[0] + "=" + encodeURIComponent(pair[1]); }).join("&");
  };

  Feed.prototype.open = function () {
    this.hangUp();
    this.triedAt = Date.now();
    var events = !root.WebSocket || this.attempts % (this.socketWorks ? 8 : 3) === (this.socketWorks ? 7 : 2);
    if (events && root.EventSource) { this.openEvents(); } else if (root.WebSocket) { this.openSocket(); }
  };

  Feed.prototype.openSocket = function () {
    var feed = this, socket;
    try {
      socket = this.socket = new root.WebSocket(this.address("/live", this.positions).replace(/^http/, "ws"));
    } catch (refusedByPolicy) {
      this.lost(0);
      return;
    }
    socket.onmessage = function (event) { if (feed.socket === socket) { feed.hear(event.data); } };
    socket.onclose = function (event) { if (feed.socket === socket) { feed.lost(event.code); } };
  };

  Feed.prototype.openEvents = function () {
    var feed = this, source = this.source = new root.EventSource(this.address("/live/events", this.positions));
    source.onmessage = function (event) { if (feed.source === source) { feed.hear(event.data); } };
    source.onerror = function () { if (feed.source === source) { feed.lost(0); } };
  };

  Feed.prototype.hangUp = function () {
    var socket = this.socket, source = this.source;
    this.socket = this.source = null;
    if (socket) { socket.onclose = socket.onmessage = null; socket.close(); }
    if (source) { source.onerror = source.onmessage = null; source.close(); }
  };

  Feed.prototype.lost = function (code) {
    this.hangUp();
    if (this.connected) { this.lostAt = Date.now(); }
    this.connected = false;
    if (this.closed) { return; }
    var cap = this.options.screen ? SCREEN_CAP_MS : PAGE_CAP_MS;
    var most = Math.min(cap, QUICK_MS * Math.pow(2, Math.min(this.attempts, 10)));
    this.attempts += 1;
    var refused = code === 1008 || code === 1013;
    this.retry(refused ? LATER_MS / 3 + Math.random() * LATER_MS : Math.random() * most);
    if (this.attempts > 8) { this.probe(); }
  };

  Feed.prototype.retry = function (delay) {
    var feed = this;
    if (this.closed) { return; }
    root.clearTimeout(this.retryTimer);
    this.retryTimer = root.setTimeout(function () { feed.open(); }, delay);
  };

  /* Neither way works but the page itself can be fetched: then fetching it again is the feed. */
  Feed.prototype.probe = function () {
    if (Date.now() - this.probedAt < PROBE_MS) { return; }
    this.probedAt = Date.now();
    var request = new root.XMLHttpRequest(), feed = this;
    request.onload = function () { if (request.status === 200 && !feed.connected && !feed.closed) { root.location.reload(); } };
    request.open("GET", root.location.href);
    request.send();
  };

  /* ---- watching: a server that says nothing for one beat and a half is lost ---- */

  Feed.prototype.look = function () {
    var at = Date.now(), silence = at - this.heardAt, patience = 1.5 * this.beat + 250;
    if (silence < 0) { this.heardAt = at; return; }
    if (this.connected && silence > patience) { this.lost(0); }
    if (!this.connected && (this.socket || this.source) && at - this.triedAt > CONNECT_MS) { this.lost(0); }
    var live = this.connected || (this.live && at - this.lostAt < SHORT_BREAK_MS && silence <= patience);
    if (live !== this.live) { this.state(live); }
  };

  Feed.prototype.state = function (live) {
    this.live = live;
    if (this.options.onstate) {
      this.options.onstate({ live: live, since: this.heardAt + (this.offset || 0), transport: this.source ? "events" : "socket" });
    }
  };

  /* ---- frames ---- */

  Feed.prototype.hear = function (text) {
    var frame = JSON.parse(text);
    this.heardAt = Date.now();
    if (!this.connected) {
      this.connected = true;
      this.socketWorks = this.socketWorks || Boolean(this.socket);
      if (this.source && this.socketWorks) { this.retry(LATER_MS + Math.random() * LATER_MS); }  // back to what costs less
      this.state(true);
    }
    if (frame.type !== "hello" && frame.type !== "refused") { this.attempts = 0; }
    if (frame.time) { this.hearTime(frame.time); }
    if (this["on_" + frame.type]) { this["on_" + frame.type](frame); }
  };

  Feed.prototype.on_hello = function (frame) {
    this.beat = frame.beat;
    if (this.version !== null && this.version !== frame.version) {
      this.on_reload(frame);
      return;
    }
    this.version = frame.version;
    this.pass(frame);
  };

  Feed.prototype.on_snapshot = function (frame) {
    this.positions[frame.topic] = frame.position;
    this.pass(frame);
  };

  Feed.prototype.on_patch = function (frame) {
    var mine = this.positions[frame.topic];
    if (mine === null || frame.from > mine) { this.resume(frame.topic); return; }
    if (frame.position <= mine) { return; }
    this.positions[frame.topic] = frame.position;
    this.pass(frame);
  };

  Feed.prototype.on_beat = function (frame) {
    var mine = this.positions[frame.topic];
    if (mine === null || frame.position > mine) { this.resume(frame.topic); }
    this.pass(frame);
  };

  Feed.prototype.on_refused = function (frame) { this.pass(frame); };

  Feed.prototype.on_reload = function (frame) {
    if (this.options.onreload) { this.options.onreload(frame); } else { this.pass(frame); }
  };

  Feed.prototype.pass = function (frame) {
    if (this.options.onframe) { this.options.onframe(frame); }
    if (this.options.screen && frame.type !== "beat") { this.reportSoon(); }
  };

  /* A frame is missing: ask for what comes after the last one (server-sent events cannot ask, they connect again). */
  Feed.prototype.resume = function (topic) {
    if (Date.now() - this.resumedAt < RESUME_MS) { return; }
    this.resumedAt = Date.now();
    if (!this.socket) { this.lost(0); return; }
    var wanted = {}, mine = this.positions[topic];
    wanted[topic] = mine === null ? -1 : mine;
    this.socket.send(JSON.stringify({ resume: wanted }));
  };

  Feed.prototype.reportSoon = function () {
    var feed = this;
    if (this.seenTimer !== null) { return; }
    this.seenTimer = root.setTimeout(function () {
      var seen = {};
      feed.seenTimer = null;
      feed.topics.forEach(function (topic) { if (feed.positions[topic] !== null) { seen[topic] = feed.positions[topic]; } });
      if (feed.socket && feed.connected) { feed.socket.send(JSON.stringify({ seen: seen })); }
    }, SEEN_MS);
  };

  Feed.prototype.close = function () {
    this.closed = true;
    root.clearInterval(this.watch);
    root.clearTimeout(this.retryTimer);
    root.clearTimeout(this.seenTimer);
    root.removeEventListener("online", this.atOnce);
    root.document.removeEventListener("visibilitychange", this.atOnce);
    this.hangUp();
  };

  /* ---- the hand: a button that is replaced between press and release swallows the press ---- */

  var pressed = false, held = [];

  function release() {
    root.setTimeout(function () {  // the click comes first
      pressed = false;
      held.splice(0).forEach(function (go) { go(); });
    });
  }

  root.document.addEventListener("pointerdown", function (event) { pressed = event.button === 0; }, true);
  root.document.addEventListener("pointerup", release, true);
  root.document.addEventListener("pointercancel", release, true);
  root.addEventListener("blur", release);

  var Tablo = root.Tablo = root.Tablo || {};
  Tablo.connect = function (options) { return new Feed(options); };
  Tablo.released = function (go) { if (pressed) { held.push(go); } else { go(); } };
}(window));
