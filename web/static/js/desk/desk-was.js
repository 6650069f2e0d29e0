// An overwritten result is said in a notice beside the way back.

export const SIGNS = {"1-0": "1 – 0", "1/2-1/2": "½ – ½", "0-1": "0 – 1", "+/-": "+ – −", "-/+": "− – +", "-/-": "− – −",
  "0-0": "0 – 0", "1/2-1/2 1-0": "½ – ½, 1 – 0", "1/2-1/2 0-1": "½ – ½, 0 – 1", "1/2-0": "½ – 0", "0-1/2": "0 – ½", "W-L": "(1 – 0)", "D-D": "(½ – ½)", "L-W": "(0 – 1)", adjourned: "… – …", clear: "", "": ""};

// `entry` has the result before, the one now, and what else the words name. `again`: it is back already.
export function sayOverwritten(notice, words, entry, again) {
  notice.hidden = entry.before === "clear" || entry.before === entry.now;
  if (notice.hidden) return;
  const pattern = words[entry.now === "clear" ? "cleared" : again ? "back" : "was"];
  const said = {...entry, before: SIGNS[entry.before], now: SIGNS[entry.now]};
  notice.querySelector("span").textContent = pattern.replace(/\{(\w+)\}/g, (_, name) => said[name]);
  notice.querySelector("button").hidden = again;
}
