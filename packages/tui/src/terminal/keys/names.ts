/** The last letter of `CSI … X` and `SS3 X`. */
export const LETTER_KEYS: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "clear",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** The number of `CSI n ~`. */
export const TILDE_KEYS: Readonly<Record<string, string>> = {
  "1": "home",
  "2": "insert",
  "3": "delete",
  "4": "end",
  "5": "pageup",
  "6": "pagedown",
  "7": "home",
  "8": "end",
  "11": "f1",
  "12": "f2",
  "13": "f3",
  "14": "f4",
  "15": "f5",
  "17": "f6",
  "18": "f7",
  "19": "f8",
  "20": "f9",
  "21": "f10",
  "23": "f11",
  "24": "f12",
};

/** Code points that have a name instead of a text. */
export const CODE_KEYS: Readonly<Record<string, string>> = {
  "8": "backspace",
  "9": "tab",
  "10": "enter",
  "13": "enter",
  "27": "escape",
  "32": "space",
  "127": "backspace",
};

/** The Kitty keyboard protocol puts keys without a character into the private use area. */
export const KITTY_KEYS: Readonly<Record<string, string>> = {
  "57399": "0",
  "57400": "1",
  "57401": "2",
  "57402": "3",
  "57403": "4",
  "57404": "5",
  "57405": "6",
  "57406": "7",
  "57407": "8",
  "57408": "9",
  "57409": ".",
  "57410": "/",
  "57411": "*",
  "57412": "-",
  "57413": "+",
  "57414": "enter",
  "57415": "=",
  "57417": "left",
  "57418": "right",
  "57419": "up",
  "57420": "down",
  "57421": "pageup",
  "57422": "pagedown",
  "57423": "home",
  "57424": "end",
  "57425": "insert",
  "57426": "delete",
  "57427": "clear",
};

/** rxvt: a small letter is the same key with Shift, and with SS3 in front with Ctrl. */
export const RXVT_KEYS: Readonly<Record<string, string>> = {
  a: "up",
  b: "down",
  c: "right",
  d: "left",
};

/** SS3 of a keypad in application mode. */
export const KEYPAD_KEYS: Readonly<Record<string, string>> = {
  M: "enter",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  p: "0",
  q: "1",
  r: "2",
  s: "3",
  t: "4",
  u: "5",
  v: "6",
  w: "7",
  x: "8",
  y: "9",
  X: "=",
};
