// What comes by itself waits until nothing is held down.

// Resolves after the click of a button that is being pressed.
export const released = () => new Promise((go) => { if (window.Tablo) window.Tablo.released(go); else go(); });

// The page is loaded anew, unless a form of it is on its way: the answer to the form is a newer page, and says what was done.

let sending = false;
document.addEventListener("submit", (event) => { if (!event.defaultPrevented) sending = true; });
window.addEventListener("pageshow", () => { sending = false; });

export async function reload() {
  await released();
  if (!sending) location.reload();
}
