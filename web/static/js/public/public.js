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

document.querySelectorAll("#theme").forEach(themeButton);
document.querySelector('.tabs [aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
