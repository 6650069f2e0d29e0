// Taps are sent without a new page; what others check in appears by itself.

const LOOK_AGAIN_MS = 4000;
const form = document.getElementById("check-in");
const arrived = document.getElementById("arrived");
const says = document.getElementById("says");
const find = document.getElementById("find-arrival");
const onlyMissing = document.getElementById("only-missing");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const buttons = [...form.querySelectorAll("button.arrival")];
const names = new Map(buttons.map((button) => [button, plain(button.textContent)]));
let position = 0;

function show(now) {
  if (now.position < position) return;
  position = now.position;
  const here = new Set(now.here), out = new Set(now.out);
  for (const button of buttons) {
    const id = Number(button.value), is = here.has(id);
    button.setAttribute("aria-pressed", String(is));
    button.name = is ? "undo" : "check_in";
    button.parentElement.classList.toggle("gone", out.has(id));
    const tag = button.querySelector(".gone-tag");
    if (tag) tag.hidden = !out.has(id);
  }
  arrived.textContent = arrived.dataset.says.replace("{here}", now.here.length).replace("{expected}", now.expected);
  if (!now.open) location.reload();
  narrow();
}

function narrow() {
  const wanted = plain(find.value), missing = onlyMissing.querySelector("input").checked;
  for (const button of buttons) {
    const here = button.getAttribute("aria-pressed") === "true";
    button.parentElement.hidden = !names.get(button).includes(wanted) || missing && here;
  }
}

async function ask(address, body) {
  const answer = await fetch(address, {method: body ? "POST" : "GET", body, headers: {Accept: "application/json"}, credentials: "same-origin"});
  if (answer.redirected || answer.status === 401) return location.reload();
  const said = await answer.json();
  says.hidden = answer.ok;
  if (answer.ok) show(said);
  else says.textContent = said.sentence;
}

form.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (!button) return;
  event.preventDefault();
  const body = new FormData();
  body.set("form_token", form.elements.form_token.value);
  body.set(button.name, button.value);
  button.classList.add("sending");
  try {
    await ask(form.action, body);
  } catch {
    says.textContent = form.dataset.offline;
    says.hidden = false;
  } finally {
    button.classList.remove("sending");
  }
});

find.hidden = onlyMissing.hidden = false;
find.addEventListener("input", narrow);
onlyMissing.addEventListener("change", narrow);
find.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const left = buttons.filter((button) => !button.parentElement.hidden && button.getAttribute("aria-pressed") !== "true");
  if (left.length === 1) left[0].click();
  find.select();
});

if (!("over" in form.dataset)) {
  setInterval(() => { if (!document.hidden) ask(form.dataset.now).catch(() => {}); }, LOOK_AGAIN_MS);
}
