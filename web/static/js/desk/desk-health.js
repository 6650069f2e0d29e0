// The page of health looks again every five seconds; without an answer it says so instead of showing what is old.

const LOOK_AGAIN_MS = 5000;

async function look() {
  try {
    const answer = await fetch(location.pathname, {credentials: "same-origin", signal: AbortSignal.timeout(LOOK_AGAIN_MS)});
    if (answer.redirected) { location.reload(); return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("health");
    if (!answer.ok || !fresh) throw new Error(String(answer.status));
    document.getElementById("health").replaceChildren(...fresh.childNodes);
  } catch {
    document.getElementById("away").hidden = false;
  }
}

setInterval(() => { if (!document.hidden) look(); }, LOOK_AGAIN_MS);
