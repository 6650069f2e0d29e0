/* The search field of every page: the server finds (any alphabet, any order, without accents), this shows it while
   one types. A long table of the page shows the rows of those who were found. Without this file the field is a form. */

const field = document.getElementById("find");
const list = document.getElementById("found");
const slug = document.querySelector('meta[name="tablo-tournament"]')?.content ?? "";
const WAIT_MS = 180;
let waiting = null, asked = 0;

function item(one) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  const where = document.createElement("span");
  link.href = one.team ? `/t/${slug}/teams/${one.team.id}` : `/t/${slug}/players/${one.player.id}`;
  link.textContent = one.player.name;
  where.className = "soft";
  const said = [one.team ? one.team.name : one.player.federation, one.place && !one.team ? field.dataset.place.replace("{n}", one.place) : "",
    one.board ? field.dataset.board.replace("{n}", one.board) : ""];
  where.textContent = said.filter(Boolean).join(" · ");
  made.append(link, " ", where);
  return made;
}

function nobody() {
  const made = document.createElement("li");
  made.textContent = field.dataset.nobody;
  return made;
}

/* A page of a long table without any of them stays as it is: the list below the field leads to their rows. */
function filterTables(found) {
  for (const table of document.querySelectorAll("table[data-searchable]")) {
    const rows = [...table.tBodies[0].rows];
    const wanted = found && new Set(rows.filter((row) => (row.dataset.players ?? "").split(" ").some((id) => found.has(id))));
    const elsewhere = document.querySelector(".spans") && wanted?.size === 0;
    for (const row of rows) row.hidden = Boolean(wanted) && !elsewhere && !wanted.has(row);
  }
}

let shown = null;

async function ask() {
  const wanted = field.value.trim(), mine = ++asked;
  const at = new URLSearchParams(location.search).get("at");
  if (!wanted) {
    list.hidden = true;
    filterTables(shown = null);
    return;
  }
  const query = new URLSearchParams(at ? { q: wanted, at } : { q: wanted });
  const answer = await fetch(`/t/${slug}/find.json?${query}`);
  if (!answer.ok || mine !== asked) return;
  const players = (await answer.json()).data.players;
  list.replaceChildren(...(players.length ? players.slice(0, 8).map(item) : [nobody()]));
  list.hidden = false;
  filterTables(shown = new Set(players.map((one) => String(one.player.id))));
}

if (field && list) {
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ask().catch(() => { /* offline: the form still leads to the page of what is found */ }), WAIT_MS);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    ask();
  });
  document.addEventListener("tablo:changed", () => filterTables(shown));
}
