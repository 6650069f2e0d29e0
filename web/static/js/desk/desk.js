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
const menus = () => document.querySelectorAll("details.me[open], details.drop[open], details.other[open]");
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

// F1 opens the manual where it explains this page, as the question mark at the head does.
const manual = document.getElementById("manual");
if (manual) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F1") return;
    event.preventDefault();
    manual.click();
  });
}

// On a phone the strip of tabs is longer than the screen: the tab of this page is in its middle.
const strip = document.querySelector(".tabs");
const here = strip?.querySelector("[aria-current]");
if (here && strip.scrollWidth > strip.clientWidth) {
  const {left, width} = here.getBoundingClientRect();
  strip.scrollLeft += left + width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
}
