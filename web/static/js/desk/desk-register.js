// One player after another: the form is empty for the next name at once, and the page takes over what the answer shows.
// The first player, a refusal and a question come as pages of their own, as they do without this script.

const form = document.getElementById("registering");
const OF_THE_PAGE = ["form_token", "command_id", "k"];
let underway = false;
let another = false; // Enter was pressed for the next player meanwhile.

form?.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.submitter?.name || !document.getElementById("people")) return;
  event.preventDefault();
  setTimeout(() => { delete form.dataset.sent; });
  if (underway) { another = true; return; }
  const sent = new URLSearchParams(new FormData(form));
  for (const field of fields()) field.value = "";
  form.elements.name.focus();
  register(sent);
});

function fields() {
  return [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "submit");
}

async function register(sent) {
  underway = true;
  const answer = await fetch(form.action, {method: "POST", body: sent, credentials: "same-origin"}).catch(() => null);
  if (!answer?.ok || !answer.redirected || new URL(answer.url).pathname !== new URL(form.action).pathname) {
    asPage(sent);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  takeOver(page);
  underway = false;
  if (another) { another = false; form.requestSubmit(); }
}

// Sends the same command as a form: it is carried out once, and its answer is the page.
function asPage(sent) {
  for (const field of fields()) field.value = sent.get(field.name) ?? "";
  form.submit();
}

function takeOver(page) {
  const there = page.getElementById("registering"), rows = page.querySelector("#people tbody");
  if (!there || !rows) { location.reload(); return; }
  for (const name of OF_THE_PAGE) if (form.elements[name]) form.elements[name].value = there.elements[name]?.value ?? "";
  for (const old of above(form)) old.remove();
  form.before(...above(there).map((one) => document.importNode(one, true)));
  for (const part of [".headline h1", ".tabs"]) document.querySelector(part)?.replaceChildren(...children(page, part));
  showRows(document.importNode(rows, true));
}

// The notices that stand above the form.
function above(one) {
  return [...one.parentNode.children].filter((sibling) => sibling.matches(".notice") && sibling.compareDocumentPosition(one) & 4);
}

function children(page, part) {
  return [...(page.querySelector(part)?.childNodes ?? [])].map((one) => document.importNode(one, true));
}

function showRows(rows) {
  const old = document.querySelector("#people tbody");
  const ticked = new Set([...old.querySelectorAll("input:checked")].map((box) => box.value));
  for (const box of rows.querySelectorAll("input[type=checkbox]")) box.checked ||= ticked.has(box.value);
  old.replaceWith(rows);
  document.getElementById("find")?.dispatchEvent(new Event("input"));
}
