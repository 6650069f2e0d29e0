// The way of a rating list to the server and into it, as a bar. Without this script the page shows where it stands.

const box = document.getElementById("reading");
const bar = document.getElementById("share");
const form = document.getElementById("sending");
const PAUSE_MS = 500;

function say(what, share) {
  box.hidden = false;
  form.hidden = true;
  box.querySelector("label").textContent = what;
  document.getElementById("may-leave").hidden = what === box.dataset.sending; // leaving now would break the upload off
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
}

async function follow() {
  try {
    const answer = await fetch(box.dataset.progress, {credentials: "same-origin", headers: {Accept: "application/json"}});
    const {underway, fetching, share, so_far: soFar} = await answer.json();
    if (!underway) { location.reload(); return; }
    say(fetching ? box.dataset.fetching : box.dataset.reading, fetching ? null : share);
    Object.assign(document.getElementById("so-far"), {textContent: soFar, hidden: !soFar});
  } catch {
    // No network for a moment: ask again.
  }
  setTimeout(follow, PAUSE_MS);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const sending = new XMLHttpRequest();
  sending.open("POST", form.action);
  sending.setRequestHeader("Accept", "text/html");
  sending.upload.addEventListener("progress", ({loaded, total}) => say(box.dataset.sending, total ? loaded / total : null));
  sending.addEventListener("load", () => {
    const there = new URL(sending.responseURL || form.action).pathname;
    if (sending.status < 400 && there !== new URL(form.action).pathname) { location.assign(there); return; } // its columns
    if (sending.status < 400) { say(box.dataset.reading, 0); follow(); return; }
    document.open();
    document.write(sending.responseText);
    document.close();
  });
  sending.addEventListener("error", () => { form.hidden = false; box.hidden = true; delete form.dataset.sent; });
  sending.send(new FormData(form));
});

if (!box.hidden) follow();
