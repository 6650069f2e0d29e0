// Shows what a form would change while it is being filled in: the table at once, the
// pairings when the engine has answered. Only the newest question's answer is shown.

const form = document.querySelector("form[data-effect]");
const UNSAID = new Set(["form_token", "command_id", "reason", "seen"]);
const parts = [document.getElementById("effect-table"), document.getElementById("effect-pairings")].filter(Boolean);
let asked = 0;

async function fill(part, name, mine) {
  const query = new URLSearchParams({part: name});
  for (const [field, value] of new FormData(form)) if (!UNSAID.has(field)) query.append(field, value);
  try {
    const response = await fetch(`${form.dataset.effect}?${query}`, {credentials: "same-origin"});
    if (mine !== asked) return;
    if (response.ok) part.innerHTML = await response.text();
    else if (response.status === 401) part.textContent = form.dataset.login;
  } catch {
    if (mine === asked) part.textContent = form.dataset.offline;
  } finally {
    if (mine === asked) part.removeAttribute("aria-busy");
  }
}

async function ask(event) {
  if (UNSAID.has(event?.target.name)) return;
  const mine = ++asked;
  for (const part of parts) part.setAttribute("aria-busy", "true"); // until it answers the newest question
  await fill(parts[0], "table", mine);
  if (mine === asked && parts[1]) await fill(parts[1], "pairings", mine);
}

form.addEventListener("change", ask);
if (form.id !== "regulations") ask(); // those stand as they are until a field changes
