// The page is loaded anew, unless a form of it is on its way: the answer to the form is a newer page, and says what was done.

let sending = false;
document.addEventListener("submit", (event) => { if (!event.defaultPrevented) sending = true; });
window.addEventListener("pageshow", () => { sending = false; });

export function reload() {
  if (!sending) location.reload();
}
