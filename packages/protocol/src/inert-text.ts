/**
 * Text that strangers wrote (models, tools, files, the web) made inert for a terminal: escape
 * sequences and other controls become visible marks, so that it cannot move the cursor, set the
 * title, write the clipboard or turn the reading order around. Newlines and tabs stay.
 */
export function inertText(text: string): string {
  // Most text has nothing to change; looking first is several times cheaper.
  return CONTROLS.test(text) ? text.replace(ALL_CONTROLS, visible) : text;
}

// Controls except newline and tab, C1, and the marks that reorder, break or hide text. What joins
// (U+200D) stays: emoji and several scripts are made with it.
const SET =
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const CONTROLS = new RegExp(`[${SET}]`);
const ALL_CONTROLS = new RegExp(`[${SET}]`, "g");

function visible(character: string, offset: number, whole: string): string {
  if (character === "\r") return whole[offset + 1] === "\n" ? "" : "␍";
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
