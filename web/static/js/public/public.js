/* The public pages with JavaScript: followed players, what is new since the last look, a search
   field over long lists, dark or light. All of it is kept in this browser and nowhere else. Without this file,
   or without storage, every page still says everything. */

const page = document.documentElement;
const slug = document.querySelector('meta[name="tablo-tournament"]')?.content ?? "";
const position = Number(document.querySelector('meta[name="tablo-position"]')?.content ?? 0);
const past = Boolean(document.querySelector(".past"));
const FOLLOWED_AT_MOST = 12;

const store = {
  read(kind, key) {
    try { return JSON.parse(window[kind].getItem(key)); } catch { return null; }
  },
  write(kind, key, value) {
    try { window[kind].setItem(key, JSON.stringify(value)); } catch { /* a browser that keeps nothing: the page works as before */ }
  },
};

const followed = new Map(Object.entries(store.read("localStorage", `tablo:follow:${slug}`) ?? {}));
const mine = [...followed.keys()].slice(0, FOLLOWED_AT_MOST);
const places = {};         // of the followed players by id, in words, as far as this page knows
let newest = position;     // the journal's position this page has come to

/* ---- followed players ---- */

function markRows(root = document) {
  for (const row of root.querySelectorAll("tr[data-players]")) {
    row.classList.toggle("followed", row.dataset.players.split(" ").some((id) => followed.has(id)));
  }
}

function followButton(button) {
  const show = () => {
    const on = followed.has(button.dataset.follow);
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.on : button.dataset.off;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (!followed.delete(button.dataset.follow)) followed.set(button.dataset.follow, button.dataset.name);
    store.write("localStorage", `tablo:follow:${slug}`, Object.fromEntries(followed));
    show();
    markRows();
  });
  show();
}

async function card(id) {
  const answer = await fetch(`/t/${slug}/players/${id}.json`);
  return answer.ok ? (await answer.json()).data : null;
}

function points(value) {
  const whole = Math.floor(value);
  return value === whole ? String(whole) : `${whole || ""}½`;
}

/* As parts/leaders.html writes it: the feed may send the same line again. */
function line(id, person, stands) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const text = document.createElement("span");
  item.dataset.part = `p${id}`;
  link.href = `/t/${slug}/players/${id}`;
  link.className = "person";
  link.textContent = person.name ?? `#${person.number}`;
  text.textContent = stands;
  item.append(link, " ", text);
  return item;
}

/* Before the feed begins: the list takes part in it, but only for those who are followed. */
function join(list) {
  list.dataset.topic = `t/${slug}/places`;
  list.dataset.only = mine.map((id) => `p${id}`).join(" ");
}

async function listFollowed(list) {
  const cards = (await Promise.all(mine.map(card))).filter(Boolean);
  for (const one of cards.sort((a, b) => (a.place || Infinity) - (b.place || Infinity))) {
    const pushed = list.querySelector(`[data-part="p${one.player.id}"]`);
    places[one.player.id] = pushed ? stand(pushed) : standing(one);
    if (!pushed) list.append(line(one.player.id, one.player, standing(one)));
  }
  following.hidden = list.children.length === 0;
}

function standing(card) {
  return card.place ? words.place.replace("{place}", card.place).replace("{points}", points(card.points)) : "";
}

function stand(item) {
  return item.querySelector("span").textContent;
}

/* ---- what is new since the last look: the journal's position and how the followed players stood, then and now ---- */

/* Seen values are not news; while an open box speaks of an earlier look, that one stays its base. */
function looked() {
  if (document.visibilityState !== "visible") return;
  const stood = store.read("localStorage", `tablo:look:${slug}`)?.places;
  const look = {position: newest, places: {...stood, ...places}};
  store.write("localStorage", `tablo:look:${slug}`, look);
  if (box.hidden) store.write("sessionStorage", `tablo:base:${slug}`, look);
}

async function tellNews() {
  const base = store.read("sessionStorage", `tablo:base:${slug}`) ?? store.read("localStorage", `tablo:look:${slug}`);
  if (base?.position < newest) {
    if (!following) await Promise.all(mine.map(learn));
    const news = [...await newResults(base), ...newPlaces(base)];
    box.replaceChildren(heading(), ...news, seenButton());
    box.hidden = news.length === 0;
    store.write("sessionStorage", `tablo:base:${slug}`, base);
  }
  looked();
}

async function learn(id) {
  const one = await card(id);
  if (one) places[id] = standing(one);
}

async function newResults(base) {
  const {results} = (await (await fetch(`/t/${slug}/results.json`)).json()).data;
  const fresh = results.filter((one) => one.position > base.position);
  const more = fresh.length === results.length && fresh.length >= 30 ? "+" : "";
  return fresh.length ? [paragraph(words.results.replace("{n}", `${fresh.length}${more}`), `/t/${slug}/results`)] : [];
}

function newPlaces(base) {
  const moved = mine.filter((id) => base.places?.[id] !== undefined && places[id] && base.places[id] !== places[id]);
  return moved.map((id) => {
    const was = base.places[id] ? `${base.places[id]} → ` : "";
    return paragraph(`${followed.get(id)}: ${was}${places[id]}`, `/t/${slug}/players/${id}`);
  });
}

function heading() {
  const made = document.createElement("strong");
  made.textContent = words.heading;
  return made;
}

function seenButton() {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words.seen;
  made.addEventListener("click", () => {
    box.hidden = true;
    looked();
  });
  return made;
}

function paragraph(text, href) {
  const made = document.createElement("p");
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  made.append(link);
  return made;
}

/* ---- a long list gets a search field ---- */

function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function searchable(table) {
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = table.dataset.searchable;
  field.setAttribute("aria-label", table.dataset.searchable);
  const holder = document.createElement("p");
  holder.className = "search";
  holder.append(field);
  table.before(holder);
  const filter = () => {
    const wanted = folded(field.value.trim());
    for (const row of table.tBodies[0].rows) row.hidden = !folded(row.textContent).includes(wanted);
  };
  field.addEventListener("input", filter);
  document.addEventListener("tablo:changed", filter);
}

/* ---- dark or light ---- */

function themeButton(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("tablo:theme", page.dataset.theme); } catch { /* for this page only, then */ }
  });
}

/* ---- the page and the feed ---- */

const box = document.getElementById("news");
const here = Boolean(slug && !past && box);
const following = document.getElementById("following");
const words = box?.dataset ?? {};
const failed = () => { /* offline: the page itself is still right, and the banner of the feed says so */ };
let asking = null;

/* An open box is told anew when something came; not by all readers in the same second. */
function soon() {
  if (asking !== null || box.hidden) return;
  asking = setTimeout(() => { asking = null; tellNews().catch(failed); }, 2000 + Math.random() * 6000);
}

document.addEventListener("tablo:changed", (event) => {
  markRows();
  const frame = event.detail ?? {};
  if (!here) return;
  if (frame.topic === `t/${slug}/places`) {
    for (const item of following.querySelectorAll("li")) places[item.dataset.part.slice(1)] = stand(item);
    following.hidden = following.querySelector("li") === null;
  }
  if (!(frame.position > newest)) return;
  newest = frame.position;
  for (const node of document.querySelectorAll('[data-show="position"]')) node.textContent = newest;
  for (const node of document.querySelectorAll('[data-show="stamp"]')) node.textContent = "";
  looked();
  soon();
});

document.addEventListener("visibilitychange", () => {
  if (here && document.visibilityState === "visible") tellNews().catch(failed);
});

document.querySelectorAll("table[data-searchable]").forEach(searchable);
document.querySelectorAll("button.follow").forEach(followButton);
document.querySelectorAll("#theme").forEach(themeButton);
document.querySelector('.tabs [aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
markRows();
if (here) {
  const list = mine.length ? following?.querySelector("ul") : null;
  if (list) join(list);
  (list ? listFollowed(list) : Promise.resolve()).then(tellNews).catch(failed);
}
