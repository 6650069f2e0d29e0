// A pairing by hand: whose number it is stands beside it, and a row that cannot be says so while it is typed.

const names = new Map(Array.from(document.querySelectorAll("#numbers option"), (option) => [option.value, option.textContent]));
const seats = [...document.querySelectorAll("input.seat")];
const lines = new Map(Array.from(document.querySelectorAll(".numbers li"), (line) => [line.dataset.number, line]));
const inHand = document.getElementById("in-hand");

// The games of somebody: "12w1 5b½" is White against 12, won, and Black against 5, drawn.
function games(who) {
  const said = lines.get(who)?.querySelector(".met")?.textContent || "";
  return [...said.matchAll(/(\d+)([wb])(\S+)/g)].map(([, other, colour, result]) => ({other, colour, result}));
}

function dots(place, colours) {
  place.replaceChildren(...colours.map((colour) => Object.assign(document.createElement("i"), {className: colour})));
}

// Whoever is being typed: points, colours, and the opponents so far, who are marked in the list.
function showInHand(who) {
  const met = games(who);
  for (const [one, line] of lines) line.classList.toggle("has-met", met.some(({other}) => other === one));
  inHand.hidden = !who || !lines.has(who);
  if (inHand.hidden) return;
  const head = document.createElement("h2");
  const points = lines.get(who).querySelector(".points")?.textContent || "";
  head.textContent = `${who} ${names.get(who)} ${points}`;
  const list = document.createElement("ol");
  list.className = "plain";
  for (const {other, colour, result} of met) {
    const row = list.appendChild(document.createElement("li"));
    const had = row.appendChild(Object.assign(document.createElement("span"), {className: "had"}));
    dots(had, [colour]);
    row.append(` ${other} ${names.get(other) || ""} `, Object.assign(document.createElement("b"), {textContent: result}));
  }
  const about = document.createElement("p");
  about.className = "soft small";
  about.textContent = met.length ? inHand.dataset.had : inHand.dataset.none;
  inHand.replaceChildren(head, about, list);
}

function number(typed) {
  const wanted = typed.trim();
  if (!wanted || names.has(wanted)) return wanted;
  const alike = [...names].filter(([, name]) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  return alike.length === 1 ? alike[0][0] : "";
}

function look() {
  const times = new Map();
  for (const seat of seats) {
    const who = number(seat.value);
    if (who) times.set(who, (times.get(who) || 0) + 1);
  }
  for (const seat of seats) {
    const who = number(seat.value);
    const points = lines.get(who)?.querySelector(".points")?.textContent || "";
    seat.nextElementSibling.textContent = names.has(who) ? `${names.get(who)} ${points}`.trim() : seat.value.trim() ? "?" : "";
    seat.classList.toggle("twice", times.get(who) > 1);
    const had = seat.parentElement.querySelector(".had");
    if (had) dots(had, games(who).map(({colour}) => colour));
  }
  for (const line of document.querySelectorAll(".numbers li")) line.classList.toggle("unseated", !times.has(line.dataset.number));
}

for (const seat of seats) {
  seat.addEventListener("input", look);
  seat.addEventListener("input", () => showInHand(number(seat.value)));
  seat.addEventListener("focus", () => { seat.select(); showInHand(number(seat.value)); });
}
look();

// Breaches of the rules, beside the boards concerned. The server knows them; the newest answer wins.

const form = document.querySelector("form.altering");
const rows = [...document.querySelectorAll("tr.seating")];
const elsewhere = document.getElementById("breaches-elsewhere");
const none = document.getElementById("breaches-none");
let timer, asking;

function meant(seat) {
  return number(seat.value) || seat.value.trim();
}

function address() {
  const asked = new URLSearchParams();
  for (const row of rows) for (const seat of row.querySelectorAll("input")) asked.append(seat.name, meant(seat));
  asked.append("bye", meant(document.getElementById("bye")));
  return `${form.dataset.check}?${asked}`;
}

function show(breaches) {
  const said = new Map();
  const rest = [];
  for (const {sentence, rows: numbers, bye} of breaches) {
    const cells = numbers.map((n) => rows[n - 1]);
    if (bye) cells.push(document.querySelector("tr.bye-seating"));
    for (const cell of cells) said.set(cell, [...(said.get(cell) || []), sentence]);
    if (!cells.length) rest.push(sentence);
  }
  for (const row of document.querySelectorAll("tr.seating, tr.bye-seating")) {
    row.querySelector(".breach").textContent = (said.get(row) || []).join(" ");
    row.classList.toggle("breached", said.has(row));
  }
  elsewhere.textContent = rest.join(" ");
  elsewhere.hidden = !rest.length;
  none.hidden = breaches.length > 0;
}

async function check() {
  asking?.abort();
  const mine = asking = new AbortController();
  try {
    const response = await fetch(address(), {credentials: "same-origin", headers: {Accept: "application/json"}, signal: mine.signal});
    const answer = response.ok ? await response.json() : null;
    if (answer && mine === asking) show(answer.breaches);
  } catch (trouble) {
    // Overtaken, or no network: sending the form asks the same questions again.
    if (trouble.name !== "AbortError") { elsewhere.hidden = true; none.hidden = true; }
  }
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(check, 150);
}

for (const seat of seats) seat.addEventListener("input", soon);
check();
