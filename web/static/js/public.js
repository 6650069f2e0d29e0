/* What the public pages gain with JavaScript: followed players, what is new since the last look, a search
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

async function card(id, at) {
  const answer = await fetch(`/t/${slug}/players/${id}.json${at ? `?at=${at}` : ""}`);
  return answer.ok ? (await answer.json()).data : null;
}

function points(value) {
  const whole = Math.floor(value);
  return value === whole ? String(whole) : `${whole || ""}½`;
}

function line(card, text) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/t/${slug}/players/${card.player.id}`;
  link.className = "person";
  link.textContent = card.player.name ?? `#${card.player.number}`;
  item.append(link, ` ${text}`);
  return item;
}

async function listFollowed(section) {
  const list = section.querySelector("ul");
  const cards = (await Promise.all([...followed.keys()].slice(0, FOLLOWED_AT_MOST).map((id) => card(id)))).filter(Boolean);
  list.replaceChildren(...cards.map((one) => line(one, one.place ? `${section.dataset.place} ${one.place}, ${points(one.points)}` : "")));
  section.hidden = cards.length === 0;
}

/* ---- what is new since the last look: two positions of the same journal, compared ---- */

async function tellNews(box) {
  const lastSeen = store.read("localStorage", `tablo:seen:${slug}`);
  const base = store.read("sessionStorage", `tablo:base:${slug}`) ?? lastSeen;
  store.write("localStorage", `tablo:seen:${slug}`, position);
  if (!base || base >= position) return;
  store.write("sessionStorage", `tablo:base:${slug}`, base);
  const results = await (await fetch(`/t/${slug}/results.json`)).json();
  const fresh = results.data.results.filter((one) => one.position > base);
  const news = [];
  if (fresh.length) {
    const more = fresh.length === results.data.results.length && fresh.length >= 30 ? "+" : "";
    news.push(paragraph(`${box.dataset.results} ${fresh.length}${more}`, `/t/${slug}/results`));
  }
  for (const id of [...followed.keys()].slice(0, FOLLOWED_AT_MOST)) {
    const [now, then] = await Promise.all([card(id), card(id, base)]);
    if (!now || !then || (now.place === then.place && now.points === then.points)) continue;
    const was = then.place ? `${box.dataset.place} ${then.place}, ${points(then.points)} → ` : "";
    news.push(paragraph(`${now.player.name ?? id}: ${was}${box.dataset.place} ${now.place}, ${points(now.points)}`, `/t/${slug}/players/${id}`));
  }
  if (!news.length) return;
  const seen = document.createElement("button");
  seen.type = "button";
  seen.textContent = box.dataset.seen;
  seen.addEventListener("click", () => {
    store.write("sessionStorage", `tablo:base:${slug}`, position);
    box.hidden = true;
  });
  const heading = document.createElement("strong");
  heading.textContent = box.dataset.heading;
  box.replaceChildren(heading, ...news, seen);
  box.hidden = false;
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

document.addEventListener("tablo:changed", (event) => {
  markRows();
  const newest = event.detail?.position;
  if (!(newest > position)) return;
  for (const node of document.querySelectorAll('[data-show="position"]')) node.textContent = newest;
  for (const node of document.querySelectorAll('[data-show="stamp"]')) node.textContent = "";
  store.write("localStorage", `tablo:seen:${slug}`, newest);
});

document.querySelectorAll("table[data-searchable]").forEach(searchable);
document.querySelectorAll("button.follow").forEach(followButton);
document.querySelectorAll("#theme").forEach(themeButton);
document.querySelector('.tabs [aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
markRows();
if (slug && !past) {
  const box = document.getElementById("news");
  const mine = document.getElementById("following");
  const failed = () => { /* offline: the page itself is still right, and the banner of the feed says so */ };
  if (mine && followed.size) listFollowed(mine).catch(failed);
  if (box) tellNews(box).catch(failed);
}
