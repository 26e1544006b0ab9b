/**
 * Text that strangers wrote (models, tools, files, the web) made inert for a terminal: escape
 * sequences and other controls become visible marks, so that it cannot move the cursor, set the
 * title, write the clipboard or turn the reading order around. Tabs become spaces.
 */
export function inert(text: string): string {
  // Most text has nothing to change; looking first is several times cheaper.
  return CONTROLS.test(text) ? text.replace(ALL_CONTROLS, visible) : text;
}

/** The same for a text of one line. */
export function inertLine(text: string): string {
  return inert(text).replace(/\n/g, "⏎");
}

const SET =
  "\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const CONTROLS = new RegExp(`[${SET}]`);
const ALL_CONTROLS = new RegExp(`[${SET}]`, "g");

function visible(character: string, offset: number, whole: string): string {
  if (character === "\t") return "    ";
  if (character === "\r") return whole[offset + 1] === "\n" ? "" : "␍";
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** An address that a link may lead to; null for what a click should not open. */
export function safeLink(href: string): string | null {
  if (href.length > 2000 || !/^(?:https?:\/\/|mailto:)/i.test(href)) return null;
  return href.replace(/[^\u0021-\u007e]/gu, (char) => encodeURI(char.isWellFormed() ? char : ""));
}
