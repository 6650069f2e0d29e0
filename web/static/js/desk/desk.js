// Small comforts on every page of the desk. Everything works without them.

// A form that is under way is not sent twice by an impatient finger.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent && !event.defaultPrevented) event.preventDefault();
    else setTimeout(() => { form.dataset.sent = "1"; });
  });
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// One menu open at a time; Escape and a click elsewhere close it.
const menus = () => document.querySelectorAll("details.me[open], details.other[open]");
document.addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of menus()) menu.open = false;
});

// Find a player while typing.
const find = document.getElementById("find");
const people = document.getElementById("people");
if (find && people) {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  find.hidden = false;
  find.addEventListener("input", () => {
    const wanted = plain(find.value);
    for (const row of people.tBodies[0].rows) row.hidden = !plain(row.textContent).includes(wanted);
  });
}
