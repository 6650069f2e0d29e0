// A pairing by hand: whose number it is stands beside it, and a row that cannot be says so while it is typed.

const names = new Map(Array.from(document.querySelectorAll("#numbers option"), (option) => [option.value, option.textContent]));
const seats = [...document.querySelectorAll("input.seat")];

function number(typed) {
  const wanted = typed.trim();
  if (!wanted || names.has(wanted)) return wanted;
  const alike = [...names].filter(([, name]) => name.toLowerCase().startsWith(wanted.toLowerCase()));
  return alike.length === 1 ? alike[0][0] : "";
}

function look() {
  const times = new Map();
  for (const seat of seats) {
    const who = number(seat.value);
    if (who) times.set(who, (times.get(who) || 0) + 1);
  }
  for (const seat of seats) {
    const who = number(seat.value);
    seat.nextElementSibling.textContent = names.get(who) || (seat.value.trim() ? "?" : "");
    seat.classList.toggle("twice", times.get(who) > 1);
  }
  for (const line of document.querySelectorAll(".numbers li")) line.classList.toggle("unseated", !times.has(line.dataset.number));
}

for (const seat of seats) {
  seat.addEventListener("input", look);
  seat.addEventListener("focus", () => seat.select());
}
look();
