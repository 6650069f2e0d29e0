// Results on their way to the server. Each is kept under a key of its own in localStorage, with the
// command id it was born with, until the server has answered: a lost connection, a closed tab or a
// second tab can repeat it, and the server carries it out once.

const PREFIX = "tablo.command.";
const PATIENCE_MS = 8000;
const LONGEST_PAUSE_MS = 10000;

export function newId() {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

export class Queue {
  // `told(command, answer)`: the server has decided. `changed()`: something waits, or waits no longer.
  // `stopped(sentence)`: the server wants a login first; what waits is kept.
  constructor({at, token, told, changed, stopped}) {
    Object.assign(this, {at, token, told, changed, stopped});
    this.sending = false;
    this.failures = 0;
    this.trouble = ""; // why the server cannot take results, in its own words
    this.counter = 0;
    this.memory = new Map(); // where the browser allows no storage
    window.addEventListener("online", () => this.send());
    this.wait(); // left there by a page that was closed
  }

  add(board, result, seen) {
    const command = {id: newId(), at: this.at, board, result, seen, time: Date.now(), counter: this.counter++,
      entered_at: new Date().toISOString(), waited: this.failures > 0};
    this.keep(command);
    this.changed();
    this.send();
    return command;
  }

  // Of this round, in the order in which they were typed.
  waiting() {
    const found = [...this.memory.values()];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (!key.startsWith(PREFIX)) continue;
      try { found.push(JSON.parse(localStorage.getItem(key))); } catch { localStorage.removeItem(key); }
    }
    return found.filter((c) => c.at === this.at).sort((a, b) => a.time - b.time || a.counter - b.counter);
  }

  last(board) {
    return this.waiting().filter((command) => String(command.board) === String(board)).pop();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.later);
    try {
      for (let next = this.waiting()[0]; next; next = this.waiting()[0]) {
        if (!await this.deliver(next)) return;
      }
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  // True when the server has decided about the command, whatever it decided.
  async deliver(command) {
    let answer, status;
    try {
      [status, answer] = await this.post(command);
    } catch {
      this.wait();
      return this.tryLater("");
    }
    if (status === 401 || status === 403) { this.stopped(answer.sentence); return false; }
    if (status >= 500 || status === 429) { this.wait(); return this.tryLater(answer.sentence || ""); }
    this.failures = 0;
    this.forget(command);
    this.told(command, {status, ...answer});
    return true;
  }

  async post(command) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    const {board, result, seen, entered_at, id, waited} = command;
    const body = new URLSearchParams({form_token: this.token, command_id: id, board, result, seen, entered_at});
    if (waited) body.set("waited", "1");
    try {
      const response = await fetch(`${command.at}/results`, {
        method: "POST", body, headers: {Accept: "application/json"}, credentials: "same-origin", signal: patience.signal});
      return [response.status, await response.json()];
    } finally {
      clearTimeout(timer);
    }
  }

  // Whatever waits is older than what others may have entered since: the server keeps both.
  wait() {
    for (const one of this.waiting()) if (!one.waited) this.keep({...one, waited: true});
  }

  tryLater(trouble) {
    this.failures++;
    this.trouble = trouble;
    this.later = setTimeout(() => this.send(), Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.failures));
    return false;
  }

  keep(command) {
    try { localStorage.setItem(PREFIX + command.id, JSON.stringify(command)); } catch { this.memory.set(command.id, command); }
  }

  forget(command) {
    this.memory.delete(command.id);
    try { localStorage.removeItem(PREFIX + command.id); } catch { /* there was no storage to begin with */ }
  }
}
