// The page of the day, or of what comes next, keeps itself up to date while somebody else works, unless something is being typed on it.

import {released} from "./desk-reload.js";

const today = document.getElementById("today");
let timer, first = true, stale = false;

const busy = () => document.hidden || today.querySelector("details[open]")
  || today.contains(document.activeElement) && document.activeElement.matches("input, button, select");

async function refresh() {
  stale = true;
  if (busy()) return;
  try {
    const response = await fetch(location.pathname + location.search, {credentials: "same-origin"});
    if (!response.ok || response.redirected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("today");
    await released();
    if (!fresh || busy()) return;
    today.replaceChildren(...fresh.childNodes);
    stale = false;
  } catch { /* the next change brings it */ }
}

window.Tablo.connect({
  topics: [`d/${today.dataset.slug}/${today.dataset.follows}`], form: "json", language: "en", screen: "",
  onframe: (frame) => {
    if (first) { first = frame.type !== "snapshot"; return; } // as new as the page
    clearTimeout(timer);
    timer = setTimeout(refresh, 200);
  },
  onstate: () => {},
});
if (today.dataset.again) setTimeout(refresh, 1000 * today.dataset.again); // what the clock does next
document.addEventListener("visibilitychange", refresh);
// What came while somebody typed is shown once they have left.
for (const left of ["focusout", "toggle"]) today.addEventListener(left, () => setTimeout(() => { if (stale) refresh(); }), true);
