/* The public pages with JavaScript: dark or light, and the chosen tab in sight. Followed players are in mine.js,
   the search field in find.js. */

const page = document.documentElement;

function themeButton(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("tablo:theme", page.dataset.theme); } catch { /* for this page only, then */ }
  });
}

/* Sideways alone: the page itself may have been scrolled to somebody's row. */
function inSight(tab) {
  const strip = tab.closest(".tabs"), mine = tab.getBoundingClientRect(), all = strip.getBoundingClientRect();
  strip.scrollLeft += mine.left + mine.width / 2 - all.left - all.width / 2;
}

document.querySelectorAll("#theme").forEach(themeButton);
document.querySelectorAll('.tabs [aria-current="page"]').forEach(inSight);
