// The rating list below the name of a new player: what is typed is looked up, the marked entry fills the form.
// Enter registers the marked one, at the desk 1 to 9 the one beside that number; a click or a tap only fills the form.

const form = document.getElementById("registering");
const box = form?.querySelector("input[name=name]");
const list = document.getElementById("listed");
const PAUSE_MS = 120;
const READING_MS = 1000; // The time until another look in a list that is being read.
const FEWEST_LETTERS = 2;
let timer, asking, marked = -1, found = [];
let pending = false; // The newest text is not looked up yet.
let more = false; // The list is still being read: somebody else may be meant.
let waits = false; // And nobody is found so far.
let entered = false; // Enter was pressed meanwhile: it counts when the answer is here.

function cell(text, name) {
  const part = document.createElement("span");
  part.className = name;
  part.textContent = text || "";
  return part;
}

function show(answer) {
  const chosen = found[marked]?.fide_id; // -1 after a key: nobody
  found = answer.found;
  list.replaceChildren(...found.map((one, place) => {
    const row = document.createElement("li");
    row.id = `listed-${place}`;
    row.setAttribute("role", "option");
    if (list.dataset.keys && place < 9) row.dataset.key = place + 1;
    row.append(cell(one.fide_id, "number soft"), cell(one.title, "title"), cell(one.name, "who"),
      cell(one.federation, ""), cell(one.birth_year, "soft"), cell(one.here ? list.dataset.here : one.rating || "–", "number"),
      ...(one.others?.length ? [cell(one.others.join(" · "), "others small soft")] : []));
    row.title = one.source || "";
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => { fill(one); close(); });
    return row;
  }));
  if (answer.list || found.length) list.append(Object.assign(cell(found.length || answer.more ? answer.list : `${answer.list}: ${list.dataset.none}`, "foot small soft"), {role: "presentation"}));
  list.hidden = !answer.list;
  box.setAttribute("aria-expanded", String(!list.hidden));
  mark(found.length ? Math.max(0, found.findIndex((one) => one.fide_id === chosen)) : -1);
  more = answer.more;
  waits = more && !found.length;
  if (more) timer = setTimeout(ask, READING_MS);
}

function mark(place) {
  marked = place;
  [...list.querySelectorAll("li")].forEach((row, n) => {
    row.setAttribute("aria-selected", String(n === place));
    if (n === place) row.scrollIntoView({block: "nearest"});
  });
  if (place < 0) box.removeAttribute("aria-activedescendant");
  else box.setAttribute("aria-activedescendant", `listed-${place}`);
}

function close() {
  pending = more = waits = false;
  clearTimeout(timer);
  asking?.abort();
  list.hidden = true;
  marked = -1;
  box.setAttribute("aria-expanded", "false");
}

function fill(one) {
  for (const name of ["name", "rating", "title", "federation", "fide_id", "birth_year", "sex", "k", "national_rating", "official_rating"]) {
    const field = form.elements[name];
    if (field) field.value = one[name] || "";
  }
}

// A digit behind letters: names have none, and numbers of FIDE begin with one.
function picks(event) {
  const chosen = list.dataset.keys && /^[1-9]$/.test(event.key) && found[event.key - 1];
  return chosen && !(event.ctrlKey || event.altKey || event.metaKey) && !/\d/.test(box.value);
}

function send() {
  entered = false;
  if (marked >= 0) fill(found[marked]);
  close();
  form.requestSubmit();
}

async function ask() {
  asking?.abort();
  const mine = asking = new AbortController();
  const typed = box.value.trim();
  if (typed.length < FEWEST_LETTERS) { close(); return; }
  try {
    const answer = await fetch(`${form.dataset.search}?q=${encodeURIComponent(typed)}`,
      {credentials: "same-origin", headers: {Accept: "application/json"}, signal: mine.signal});
    if (mine !== asking) return;
    if (answer.ok) { show(await answer.json()); list.dataset.answers = typed; } else close();
  } catch (trouble) {
    if (trouble.name === "AbortError") return;
    close(); // The form works without the list.
  }
  if (mine !== asking) return;
  pending = false;
  if (entered && !more) send();
  entered = false;
}

if (box && list) {
  box.closest(".field").append(list);
  box.addEventListener("input", () => { asking?.abort(); marked = -1; pending = true; entered = false; clearTimeout(timer); timer = setTimeout(ask, PAUSE_MS); });
  box.addEventListener("blur", close);
  if (box.value !== box.defaultValue && box === document.activeElement) { // Typed before this script was here.
    pending = true;
    ask();
  }
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && pending && box.value.trim().length >= FEWEST_LETTERS) {
      event.preventDefault();
      entered = true;
      clearTimeout(timer);
      ask();
      return;
    }
    if (list.hidden) return;
    if (picks(event)) {
      event.preventDefault();
      mark(Number(event.key) - 1);
      send();
    } else if (event.key === "Enter" && waits) {
      event.preventDefault(); // Half a name is nobody's: Escape first for somebody who is not on the list.
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (found.length) mark((marked + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    } else if (event.key === "Enter" && marked >= 0) {
      fill(found[marked]);
      close();
    } else if (event.key === "Escape") {
      close();
    }
  });
}
