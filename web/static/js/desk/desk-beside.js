// Entries that met another result: what stands and what was typed, in view until somebody has read it, also after
// the page was loaded again.

import {SIGNS} from "./desk-was.js";

const PREFIX = "tablo.beside.";
const clock = (time) => new Date(time).toLocaleTimeString(document.documentElement.lang, {hour: "2-digit", minute: "2-digit", hourCycle: "h23"});

// `words`: the data of the element that has the sentences. `at`: the address of the rounds it speaks for.
export class Beside {
  constructor(words, at) {
    Object.assign(this, {words, at});
    this.box = document.createElement("div");
    this.box.className = "beside";
    this.box.setAttribute("role", "alert");
    document.querySelector("main").append(this.box);
    for (const [id, said] of this.kept()) this.show(id, said.sentence);
  }

  // The entry is kept as a claim; `place`: the game in the words of the page.
  claimed(command, answer, place) {
    const said = {board: place, stands: answer.sign, who: answer.who || "", when: answer.when || "",
      typed: SIGNS[command.result], time: clock(command.time)};
    this.say(command, this.words.beside.replace(/\{(\w+)\}/g, (_, name) => said[name]));
  }

  // The server would not take it: its sentence, and what was typed.
  refused(command, sentence) {
    const typed = this.words.typed.replace("{typed}", SIGNS[command.result]).replace("{time}", clock(command.time));
    this.say(command, `${sentence} ${typed}`);
  }

  say(command, sentence) {
    try { localStorage.setItem(PREFIX + command.id, JSON.stringify({at: command.at, sentence})); } catch { /* it stays on this page */ }
    this.show(command.id, sentence);
  }

  show(id, sentence) {
    const line = document.createElement("p"), button = document.createElement("button");
    line.textContent = sentence;
    button.type = "button";
    button.textContent = this.words.read;
    button.addEventListener("click", () => {
      try { localStorage.removeItem(PREFIX + id); } catch { /* there was no storage to begin with */ }
      line.remove();
    });
    line.append(" ", button);
    this.box.append(line);
  }

  kept() {
    const found = [];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (!key.startsWith(PREFIX)) continue;
      const said = JSON.parse(localStorage.getItem(key));
      if (said.at === this.at || said.at.startsWith(`${this.at}/`)) found.push([key.slice(PREFIX.length), said]);
    }
    return found;
  }
}
