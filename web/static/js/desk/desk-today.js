// The page of the day keeps itself up to date while somebody else works, unless something is being typed on it.

const today = document.getElementById("today");
let timer, first = true;

async function refresh() {
  if (document.hidden || today.contains(document.activeElement) && document.activeElement.matches("input, button, select")) return;
  if (today.querySelector("details[open]")) return;
  try {
    const response = await fetch(location.pathname, {credentials: "same-origin"});
    if (!response.ok || response.redirected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("today");
    if (fresh) today.replaceChildren(...fresh.childNodes);
  } catch { /* the next change brings it */ }
}

window.Tablo.connect({
  topics: [`${today.dataset.feed}/${today.dataset.slug}/overview`], form: "json", language: "en", screen: "",
  onframe: () => {
    if (first) { first = false; return; }
    clearTimeout(timer);
    timer = setTimeout(refresh, 200);
  },
  onstate: () => {},
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
