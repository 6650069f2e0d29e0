// A player's report on its way: it is kept until the server has answered, then the page shows what became of it.

import {Queue} from "../desk/desk-queue.js";

const page = document.getElementById("report");
const waiting = document.getElementById("waiting");
const says = document.getElementById("says");
const queues = new Map();

function queueOf(round) {
  if (!queues.has(round)) {
    const at = `${page.dataset.at}/rounds/${round}`;
    queues.set(round, new Queue({at, token: page.dataset.token, told, changed, stopped: complain}));
  }
  return queues.get(round);
}

function told(command, answer) {
  if (answer.status !== 200) complain(answer.sentence);
  else if (![...queues.values()].some((queue) => queue.waiting().length)) location.replace(page.dataset.at);
}

function changed() {
  const busy = [...queues.values()].filter((queue) => queue.waiting().length);
  const troubled = busy.filter((queue) => queue.failures);
  const sentence = troubled.map((queue) => queue.trouble).find(Boolean);
  waiting.hidden = !troubled.length;
  waiting.textContent = sentence ? page.dataset.trouble.replace("{sentence}", () => sentence) : page.dataset.waiting;
  for (const game of games) {
    const last = queueOf(game.dataset.round).last(game.dataset.board);
    if (last) press(game, last.result);
  }
}

function complain(sentence) {
  says.textContent = sentence;
  says.hidden = false;
}

function press(game, result) {
  for (const button of game.querySelectorAll("button[name=result]")) button.setAttribute("aria-pressed", String(button.value === result));
}

const games = [...page.querySelectorAll(".own-game")];
for (const game of games) {
  const queue = queueOf(game.dataset.round);
  game.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    says.hidden = true;
    queue.add(game.dataset.board, event.submitter.value, "");
  });
}
changed();
for (const queue of queues.values()) queue.send();
