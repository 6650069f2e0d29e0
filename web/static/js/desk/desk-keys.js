// Results as keys: by what is printed on the key, and on a keyboard of another script by its place. The key that says
// `x` on a Latin keyboard says `ч` on a Russian one, and both mean the same.

const BY_SIGN = {"1": "1-0", "0": "0-1", "=": "1/2-1/2", "5": "1/2-1/2", "/": "1/2-1/2", "½": "1/2-1/2", "+": "+/-", "-": "-/+",
  w: "1-0", d: "1/2-1/2", b: "0-1", x: "-/-", a: "adjourned"};
const BY_PLACE = {Digit1: "1", Digit0: "0", Digit5: "5", Numpad1: "1", Numpad0: "0", Numpad5: "5", Equal: "=", Minus: "-", Slash: "/",
  NumpadAdd: "+", NumpadSubtract: "-", NumpadDivide: "/", KeyW: "w", KeyD: "d", KeyB: "b", KeyX: "x", KeyA: "a", KeyZ: "z"};
const AFTER_A_DRAW = {"2": "1/2-1/2 1-0", "3": "1/2-1/2 0-1"}; // who wins the Armageddon
if (document.querySelector("#desk-entry[data-armageddon]")) {
  Object.assign(BY_SIGN, AFTER_A_DRAW);
  Object.assign(BY_PLACE, {Digit2: "2", Numpad2: "2", Digit3: "3", Numpad3: "3"});
}
const LATIN = /^[a-z]$/;

// The sign of a key: what it says, or what the same key says on a Latin keyboard.
export function signOf(event) {
  const said = event.key.toLowerCase();
  return said in BY_SIGN || LATIN.test(said) || event.key.length > 1 ? said : BY_PLACE[event.code] || said;
}

export const resultOf = (sign) => BY_SIGN[sign];

const REVERSED = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+", "-/+": "+/-", "1/2-0": "0-1/2", "0-1/2": "1/2-0", "W-L": "L-W", "L-W": "W-L"};

// From White's side to that of the row and back: rows of a match name the first team first, also where it has Black.
export const asRead = (row, result) => row && "turned" in row.dataset && REVERSED[result] || result;

// The result of a key at a row. `W` and `B` are colours everywhere.
export const resultAt = (row, sign) => sign === "w" || sign === "b" ? resultOf(sign) : asRead(row, resultOf(sign));
