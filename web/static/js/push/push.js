/* The button for push notices about those who are followed: players of a tournament, or a person wherever they play. Where the browser, the address or the network does not
   allow them, the text beside the button says which, and what helps. */

const person = document.querySelector('meta[name="tablo-person"]')?.content ?? "";
const place = document.getElementById("push");
const slug = document.querySelector('meta[name="tablo-tournament"]')?.content ?? "";
const words = place?.dataset ?? {};
const button = place?.querySelector("button");
const state = place?.querySelector("span");

const at = person ? `/p/${person}` : `/t/${slug}`;
const KEPT = "tablo:told";

/* The addresses that this browser is told of; null: it has never been written down. */
function told() {
  try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
}

function note(on) {
  const others = (told() ?? []).filter((one) => one !== at);
  try { localStorage.setItem(KEPT, JSON.stringify(on ? [...others, at] : others)); } catch { /* told is null again */ }
}

function followed() {
  if (person) return [];
  try { return Object.keys(JSON.parse(localStorage.getItem(`tablo:follow:${slug}`)) ?? {}).map(Number).slice(0, 12); } catch { return []; }
}

function hindrance() {
  if (!window.isSecureContext) return words.insecure;
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return words.unsupported;
  return Notification.permission === "denied" ? words.denied : "";
}

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - text.length % 4) % 4));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function show(on, text = "") {
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? words.off : words.on;
  state.textContent = text;
}

async function send(method, body) {
  const answer = await fetch(`${at}/push`, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await answer.json()).outcome;
}

const SAID = { taken: "taken", "not-now": "offline", away: "offline", later: "later", gone: "failed", lost: "failed", off: "absent", nowhere: "failed", "unknown-service": "service" };

async function subscribe(registration) {
  if (await Notification.requestPermission() !== "granted") return show(false, words.denied);
  const answer = await fetch("/push/key");
  if (!answer.ok) return show(false, words.absent);
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes((await answer.json()).key) });
  const outcome = await send("POST", { ...made.toJSON(), players: followed() });
  const kept = outcome === "taken";
  if (kept) note(true);
  else if (!told()?.length) await made.unsubscribe();
  show(kept, words[SAID[outcome]] ?? words.failed);
}

async function unsubscribe(subscription) {
  await send("DELETE", { endpoint: subscription.endpoint });
  note(false);
  if (!told()?.length) await subscription.unsubscribe();
  show(false);
}

async function known(registration) {
  const made = await registration.pushManager.getSubscription();
  return made && (told()?.includes(at) ?? !person) ? made : null;
}

/* The first look of a browser that was told of a tournament before this was written down. */
async function remember(registration) {
  if (!person && told() === null && await registration.pushManager.getSubscription()) note(true);
}

async function begin() {
  place.hidden = !person && followed().length === 0;
  const why = hindrance();
  if (why) {
    button.hidden = true;
    state.textContent = why;
    return;
  }
  const registration = await navigator.serviceWorker.register("/sw.js");
  await remember(registration);
  show(Boolean(await known(registration)));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const made = await known(registration);
      await (made ? unsubscribe(made) : subscribe(registration));
    } catch { show(false, words.failed); }
    button.disabled = false;
  });
  document.addEventListener("tablo:followed", async () => {
    const made = await known(registration);
    place.hidden = followed().length === 0;
    if (made) await send("POST", { ...made.toJSON(), players: followed() });
  });
}

if (place && (slug || person)) begin().catch(() => { state.textContent = words.failed; });
