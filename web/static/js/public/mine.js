/* Followed players and teams: cards at home, a strip on every other page, marked in every table, and what is new since the last look.
   All of it is kept in this browser and nowhere else. Without this file, or without storage, pages stay as they are. */

const slug = document.querySelector('meta[name="tablo-tournament"]')?.content ?? "";
const position = Number(document.querySelector('meta[name="tablo-position"]')?.content ?? 0);
const past = Boolean(document.querySelector(".past"));
const FOLLOWED_AT_MOST = 12;

const store = {
  read(kind, key) {
    try { return JSON.parse(window[kind].getItem(key)); } catch { return null; }
  },
  write(kind, key, value) {
    try { window[kind].setItem(key, JSON.stringify(value)); } catch { /* the page works as before */ }
  },
};

const followed = new Map(Object.entries(store.read("localStorage", `tablo:follow:${slug}`) ?? {}));
const ids = [...followed.keys()].slice(0, FOLLOWED_AT_MOST);
let newest = position;     // the journal's position this page has come to
const WITH_MOVES = ["live", "game", "statistics"]; // their positions count moves too

/* ---- rows of followed players ---- */

function rowsOf(id) {
  return [...document.querySelectorAll("tr[data-players]")].filter((row) => row.dataset.players.split(" ").includes(id));
}

function markRows() {
  for (const row of document.querySelectorAll("tr[data-players]")) {
    row.classList.toggle("followed", row.dataset.players.split(" ").some((id) => followed.has(id)));
  }
}

function show(row) {
  row.tabIndex = -1;
  row.scrollIntoView({ block: "center" });
  row.focus({ preventScroll: true });
}

/* `#p12` in an address is a row, whatever its place in the page. */
function showNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  const row = name ? document.querySelector(`main [data-topic] [data-part="${CSS.escape(name)}"]`) ?? rowsOf(name.slice(1))[0] : null;
  if (row && !row.closest("#mine")) show(row);
}

/* The row of somebody on another page of a long table is a link away. */
function elsewhere(card) {
  const { rowBoards, rowSeats, rowPlayers } = card.querySelector(".game").dataset;
  const addresses = { standings: card.querySelector("a.stands:not([hidden])")?.href, boards: rowBoards, seats: rowSeats, players: rowPlayers };
  return Object.entries(addresses).find(([table, address]) => address && document.querySelector(`main table.${table}`))?.[1];
}

/* In the strip a name leads to its row on this page, and where there is none to the player. */
function leadToRows() {
  home.addEventListener("click", (event) => {
    const card = event.target.closest("article"), id = card?.dataset.of;
    const target = id && (rowsOf(id).length ? "" : elsewhere(card) || card.querySelector("h2 a").href);
    if (target === undefined) return;
    event.preventDefault();
    if (target) location.assign(target); else show(rowsOf(id)[0]);
  });
}

function followButton(button) {
  const say = () => {
    const on = followed.has(button.dataset.follow);
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.on : button.dataset.off;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    if (!followed.delete(button.dataset.follow)) followed.set(button.dataset.follow, button.dataset.name);
    store.write("localStorage", `tablo:follow:${slug}`, Object.fromEntries(followed));
    say();
    markRows();
    document.dispatchEvent(new CustomEvent("tablo:followed"));
  });
  say();
}

/* ---- the cards: made by the server, kept up to date by the feed ---- */

/* Before the feed begins: the cards take part in it, but only for those who are followed. */
function join() {
  home.dataset.topic = `t/${slug}/home`;
  home.dataset.only = ids.flatMap((id) => [`s${id}`, `p${id}`]).join(" ");
}

async function fillHome() {
  const answer = await fetch(`/t/${slug}/mine?players=${ids.join("-")}`);
  if (!answer.ok) return;
  const cards = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("cards");
  const own = (card) => strip && location.pathname.endsWith(`/players/${card.dataset.of}`);
  const found = [...cards.querySelectorAll("article")].filter((card) => !own(card));
  home.replaceChildren(...found);
  home.hidden = found.length === 0;
}

/* How each stands, as far as this page knows: points and place. */
function stands() {
  return Object.fromEntries([...home.querySelectorAll("article")].map((card) => {
    const place = card.querySelector(".stands");
    const points = card.querySelector(".game").dataset.points;
    return [card.dataset.of, place.hidden ? "" : `${place.textContent}, ${points}`];
  }));
}

/* ---- what is new since the last look: the journal's position and how the followed stood, then and now ---- */

/* Seen values are not news; while an open box speaks of an earlier look, that one stays its base. */
function looked() {
  if (document.visibilityState !== "visible") return;
  const stood = store.read("localStorage", `tablo:look:${slug}`)?.places;
  const look = { position: newest, places: { ...stood, ...stands() } };
  store.write("localStorage", `tablo:look:${slug}`, look);
  if (box.hidden && !strip) store.write("sessionStorage", `tablo:base:${slug}`, look);
}

async function tellNews() {
  const base = store.read("sessionStorage", `tablo:base:${slug}`) ?? store.read("localStorage", `tablo:look:${slug}`);
  if (base?.position < newest) {
    const news = strip ? [] : [...await newResults(base), ...newPlaces(base)];
    box.replaceChildren(heading(), ...news, seenButton());
    box.hidden = news.length === 0;
    store.write("sessionStorage", `tablo:base:${slug}`, base);
  }
  looked();
}

async function newResults(base) {
  const { results } = (await (await fetch(`/t/${slug}/results.json`)).json()).data;
  const fresh = results.filter((one) => one.position > base.position);
  const more = fresh.length === results.length && fresh.length >= 30 ? "+" : "";
  return fresh.length ? [paragraph(words.results.replace("{n}", `${fresh.length}${more}`), `/t/${slug}/results`)] : [];
}

function newPlaces(base) {
  const now = stands();
  const moved = ids.filter((id) => base.places?.[id] !== undefined && now[id] && base.places[id] !== now[id]);
  return moved.map((id) => {
    const was = base.places[id] ? `${base.places[id]} → ` : "";
    return paragraph(`${followed.get(id)}: ${was}${now[id]}`, `/t/${slug}/players/${id}`);
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

/* Where boards are shown, theirs come first. */
function boardsFirst() {
  const boards = `/t/${slug}/live`, theirs = `${boards}?players=${ids.join("-")}`;
  for (const link of document.querySelectorAll(`a[href="${boards}"]`)) link.href = theirs;
  if (location.pathname === boards && !location.search) location.replace(theirs);
}

/* ---- the page and the feed ---- */

const box = document.getElementById("news");
const home = document.getElementById("mine");
const here = Boolean(slug && !past && box && home);
const strip = Boolean(home?.classList.contains("strip")); // the cards and the news are at home
const words = box?.dataset ?? {};
const failed = () => { /* offline: the banner of the feed says so */ };
let asking = null;

/* An open box is told anew when something came; not by all readers in the same second. */
function soon() {
  if (asking !== null || box.hidden) return;
  asking = setTimeout(() => { asking = null; tellNews().catch(failed); }, 2000 + Math.random() * 6000);
}

document.addEventListener("tablo:changed", (event) => {
  markRows();
  const frame = event.detail ?? {};
  if (!here || !(frame.position > newest) || WITH_MOVES.includes(frame.topic.split("/")[2])) return;
  newest = frame.position;
  for (const node of document.querySelectorAll('[data-show="position"]')) node.textContent = newest;
  for (const node of document.querySelectorAll('[data-show="stamp"]')) node.textContent = "";
  looked();
  soon();
});

document.addEventListener("visibilitychange", () => {
  if (here && document.visibilityState === "visible") tellNews().catch(failed);
});

document.querySelectorAll("button.follow").forEach(followButton);
window.addEventListener("hashchange", showNamed);
markRows();
showNamed();
if (here) {
  if (ids.length) {
    join();
    boardsFirst();
  }
  if (strip) leadToRows();
  (ids.length ? fillHome() : Promise.resolve()).then(tellNews).catch(failed);
}
