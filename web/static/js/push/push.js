/* The button for push notices about those who are followed. Where the browser, the address or the network does not
   allow them, the text beside the button says which, and what helps. */

const place = document.getElementById("push");
const slug = document.querySelector('meta[name="tablo-tournament"]')?.content ?? "";
const words = place?.dataset ?? {};
const button = place?.querySelector("button");
const state = place?.querySelector("span");

function followed() {
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
  const answer = await fetch(`/t/${slug}/push`, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
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
  if (!kept) await made.unsubscribe();
  show(kept, words[SAID[outcome]] ?? words.failed);
}

async function unsubscribe(subscription) {
  await send("DELETE", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  show(false);
}

async function begin() {
  place.hidden = followed().length === 0;
  const why = hindrance();
  if (why) {
    button.hidden = true;
    state.textContent = why;
    return;
  }
  const registration = await navigator.serviceWorker.register("/sw.js");
  show(Boolean(await registration.pushManager.getSubscription()));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const known = await registration.pushManager.getSubscription();
      await (known ? unsubscribe(known) : subscribe(registration));
    } catch { show(false, words.failed); }
    button.disabled = false;
  });
  document.addEventListener("tablo:followed", async () => {
    const known = await registration.pushManager.getSubscription();
    place.hidden = followed().length === 0;
    if (known) await send("POST", { ...known.toJSON(), players: followed() });
  });
}

if (place && slug) begin().catch(() => { state.textContent = words.failed; });
