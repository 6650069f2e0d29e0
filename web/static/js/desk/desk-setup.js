// Helps with the form of a tournament: how many rounds, when they start, and the list of tie-breaks as rows that are
// dragged. Without it the form has a select for each place and a row for each round.

const value = (id) => document.getElementById(id)?.value || "";
const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

// A field that the browser refuses is not left folded away.
document.addEventListener("invalid", (event) => {
  for (let part = event.target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}, true);

// The number of rounds

const advice = document.getElementById("rounds-advice");
const take = document.getElementById("take-rounds");
const players = document.getElementById("f-players_expected");
const rounds = document.getElementById("f-rounds");
const knockOut = () => value("f-ruleset") === "portal" && value("f-format") === "swiss"; // its rounds are those of a knock-out
let asked = 0;
let typed = false; // somebody has chosen the number of rounds
let follows = false; // the rounds of a knock-out follow the players that are typed

async function advise() {
  const mine = ++asked;
  advice.textContent = "";
  take.hidden = true;
  if (!(Number(players.value) >= 2)) return;
  const query = new URLSearchParams({players: players.value, format: value("f-format")});
  if (knockOut()) query.set("places", "1");
  try {
    const response = await fetch(`${advice.dataset.at}?${query}`, {credentials: "same-origin"});
    const found = response.ok ? await response.json() : null;
    if (mine !== asked || !found || !found.reason) return;
    advice.textContent = [found.reason, found.norms].filter(Boolean).join(" ");
    const wanted = knockOut() ? found.methods["knock-out"].rounds : found.recommended;
    take.hidden = value("f-format") !== "swiss" || Number(rounds.value) === wanted;
    take.textContent = take.dataset.label.replace("{n}", wanted);
    take.dataset.rounds = wanted;
    if (knockOut() && follows && !take.hidden) take.click();
  } catch { /* the link to the page of advice is still there */ }
}

if (advice && players && rounds) {
  players.addEventListener("input", () => { follows = !typed; advise(); });
  rounds.addEventListener("input", (event) => { typed ||= event.isTrusted; follows &&= !typed; advise(); });
  document.getElementById("f-format").addEventListener("change", advise);
  take.addEventListener("click", () => {
    rounds.value = take.dataset.rounds;
    rounds.dispatchEvent(new Event("input", {bubbles: true}));
  });
  if (players.value) advise();
}

// The start of each round

const starts = document.getElementById("starts");
const fill = document.getElementById("fill-in");

function rowsFor(wanted) {
  const last = starts.lastElementChild;
  while (last && starts.children.length < wanted) {
    const number = starts.children.length + 1, row = last.cloneNode(true);
    row.querySelector("span").textContent = `${starts.dataset.label} ${number}`;
    row.querySelector("span").id = `start-${number}`;
    for (const [box, name] of [["date", "day"], ["time", "time"]]) {
      const input = row.querySelector(`input[type=${box}]`);
      input.name = `start_${name}_${number}`;
      input.value = "";
      input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+/, number));
    }
    starts.append(row);
  }
  [...starts.children].forEach((row, at) => { row.hidden = at >= wanted && !row.querySelector("input").value; });
}

function fillIn() {
  const first = value("f-first_start"), between = Number(value("f-days_between")) || 1;
  const times = value("f-start_times").split(/[\s,]+/).filter(Boolean);
  const day = new Date(`${first}T12:00:00Z`);
  if (Number.isNaN(day.getTime()) || !times.length) return;
  [...starts.children].filter((row) => !row.hidden).forEach((row, at) => {
    const on = new Date(day);
    on.setUTCDate(day.getUTCDate() + between * Math.floor(at / times.length));
    row.querySelector("input[type=date]").value = on.toISOString().slice(0, 10);
    row.querySelector("input[type=time]").value = times[at % times.length].replace(".", ":").padStart(5, "0");
  });
}

if (starts && fill) {
  fill.hidden = false;
  fill.addEventListener("click", fillIn);
  if (rounds && rounds.form === fill.form) rounds.addEventListener("input", () => rowsFor(Math.min(100, Number(rounds.value) || 0)));
  const start = document.getElementById("f-start"), first = document.getElementById("f-first_start");
  start.addEventListener("change", () => { if (!first.value) first.value = start.value; });
}

// The list of tie-breaks

const builder = document.getElementById("builder");

function build() {
  const say = builder.dataset, codes = document.getElementById("f-order");
  const list = builder.querySelector("ol");
  let items = [...builder.querySelectorAll("select")].map((select) => select.value).filter(Boolean);
  let known = new Map(), question = 0, dragged = null, usual = codes.value;
  const help = element("p", {className: "help", textContent: say.help});
  const empty = element("p", {className: "soft small", textContent: say.empty});
  const wrong = element("p", {className: "notice bad small", hidden: true});
  const add = element("select");
  add.setAttribute("aria-label", say.add);
  builder.append(wrong, empty, element("p", {className: "adding"}, add), help);

  const button = (label, sign, act, off) => {
    const made = element("button", {type: "button", className: "quiet", title: label, textContent: sign, disabled: off, onclick: act});
    made.setAttribute("aria-label", label);
    return made;
  };

  function row(item, at) {
    const one = known.get(item) || {name: item, plain: "", warnings: []};
    const moves = element("span", {className: "moves"},
      button(`${say.up}: ${one.name}`, "↑", () => move(at, at - 1, 0), at === 0),
      button(`${say.down}: ${one.name}`, "↓", () => move(at, at + 1, 1), at === items.length - 1),
      button(`${say.remove}: ${one.name}`, "✕", () => { items.splice(at, 1); changed(); }, false));
    const words = element("span", {className: "words"}, element("strong", {textContent: one.name}));
    if (one.plain) words.append(element("span", {className: "soft small", textContent: one.plain}));
    for (const warning of one.warnings) words.append(element("span", {className: "warning small", textContent: warning}));
    const made = element("li", {draggable: true, className: one.warnings.length ? "warned" : ""},
      element("span", {className: "grip", textContent: "⠿", ariaHidden: "true"}), words, moves);
    made.addEventListener("dragstart", (event) => { dragged = at; event.dataTransfer.effectAllowed = "move"; event.dataTransfer.setData("text/plain", item); });
    made.addEventListener("dragover", (event) => { if (dragged !== null) event.preventDefault(); });
    made.addEventListener("drop", (event) => { event.preventDefault(); if (dragged !== null && dragged !== at) move(dragged, at); dragged = null; });
    made.addEventListener("dragend", () => { dragged = null; });
    return made;
  }

  function move(from, to, focused) {
    items.splice(to, 0, ...items.splice(from, 1));
    changed();
    if (focused === undefined) return;
    const buttons = list.children[to].querySelectorAll("button");
    (buttons[focused].disabled ? buttons[1 - focused] : buttons[focused]).focus();
  }

  function draw() {
    list.replaceChildren(...items.map(row));
    empty.hidden = items.length > 0;
    const said = document.querySelector("#level > summary .said");
    if (said && items.length) said.textContent = items.map((item) => known.get(item)?.name || item).join(" · ");
  }

  function changed() {
    codes.value = items.join(" ");
    codes.dispatchEvent(new Event("change", {bubbles: true}));
  }

  async function explain() {
    const mine = ++question, form = codes.form, asked = codes.value;
    const untouched = asked === usual; // a list that nobody has changed follows the kind of event
    const query = new URLSearchParams({
      order: asked, untouched: untouched ? "1" : "", system: value("f-system"), format: value("f-format"), entrants: value("f-entrants"), ruleset: value("f-ruleset"),
      rounds: value("f-rounds"), players: value("f-players_expected") || form.dataset.players || "",
    });
    try {
      const response = await fetch(`${say.at}?${query}`, {credentials: "same-origin"});
      const found = response.ok || response.status === 422 ? await response.json() : null;
      if (mine !== question || codes.value !== asked || !found) return;
      wrong.hidden = !(found.unknown || found.sentence);
      wrong.textContent = found.sentence || `${say.unknown} ${found.unknown}`;
      if (!wrong.hidden) return;
      if (untouched) usual = codes.value = found.order.join(" ");
      items = found.list.map((one) => one.item);
      known = new Map([...found.choices, ...found.list].map((one) => [one.item, one]));
      add.replaceChildren(element("option", {value: "", textContent: say.add}),
        ...found.choices.filter((one) => !items.includes(one.item)).map((one) => element("option", {value: one.item, textContent: one.name})));
      draw();
    } catch { /* the codes are still there */ }
  }

  add.addEventListener("change", () => { if (add.value) { items.push(add.value); changed(); } });
  codes.addEventListener("change", explain);
  for (const id of ["f-format", "f-entrants", "f-ruleset", "f-rounds", "f-players_expected", "f-system"]) document.getElementById(id)?.addEventListener("change", explain);
  list.classList.add("built");
  draw();
  explain();
}

if (builder) build();

// The summary beside the form of a new tournament: what stands in the fields now.

const summary = document.getElementById("summary");
const asWritten = (language) => language === "en" ? "en-GB" : language; // "4 December", as on every page
const day = new Intl.DateTimeFormat(asWritten(document.documentElement.lang), {dateStyle: "long", timeZone: "UTC"});

function days() {
  const [first, last] = [value("f-start"), value("f-end")].map((typed) => new Date(typed));
  if (Number.isNaN(first.getTime())) return "";
  return last > first ? day.formatRange(first, last) : day.format(first);
}

function said(of) {
  if (of === "days") return days();
  if (of === "pairing") return said(value("f-format") === "swiss" ? "f-system" : "f-format");
  if (of === "builder") return Array.from(document.querySelectorAll("#builder li strong"), (one) => one.textContent).join(", ");
  const field = document.getElementById(of);
  return (field?.selectedOptions ? field.selectedOptions[0]?.textContent : field?.value)?.trim() || "";
}

function summarise() {
  for (const place of summary.querySelectorAll("[data-of]")) {
    place.dataset.empty ??= place.hidden ? "" : place.textContent;
    const now = said(place.dataset.of);
    place.textContent = now || place.dataset.empty;
    place.hidden = !place.textContent;
  }
  for (const place of summary.querySelectorAll("[data-mode]")) place.hidden = place.dataset.mode !== value("f-fide_mode");
}

if (summary) {
  document.querySelector("form.setup").addEventListener("input", summarise);
  document.querySelector("form.setup").addEventListener("change", summarise);
  const builder = document.getElementById("builder");
  if (builder) new MutationObserver(summarise).observe(builder, {childList: true, subtree: true});
  summarise();
}
