// More empty rows for prizes.

const rows = document.getElementById("prize-rows");
const more = document.getElementById("more-prizes");

function addRow() {
  const number = rows.children.length + 1, row = rows.lastElementChild.cloneNode(true);
  for (const box of row.querySelectorAll("input, select")) {
    box.name = box.name.replace(/\d+$/, number);
    box.setAttribute("aria-label", box.getAttribute("aria-label").replace(/\d+/, number));
    box.value = "";
  }
  rows.append(row);
  return row;
}

if (rows && more) {
  more.hidden = false;
  more.addEventListener("click", () => addRow().querySelector("input").focus());
}
