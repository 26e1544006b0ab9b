import type { Capabilities } from "./capabilities.ts";

const BEL = "\u0007";
const ST = "\u001b\\";
/** Terminals drop longer strings, some with all that follows. */
const CLIPBOARD_BYTES = 74_994;

/** Bytes that put a text on the clipboard (OSC 52); null when it is too long for that. */
export function clipboardBytes(text: string): string | null {
  const encoded = Buffer.from(text, "utf8");
  return encoded.length > CLIPBOARD_BYTES
    ? null
    : `\u001b]52;c;${encoded.toString("base64")}${BEL}`;
}

/** Bytes that show a note on the desktop, by what the terminal knows, with a bell for all (TUI-14). */
export function notificationBytes(
  title: string,
  body: string,
  notify: Capabilities["notify"],
): string {
  const [shortTitle, shortBody] = [bare(title), bare(body)];
  switch (notify) {
    case "osc9":
      return `\u001b]9;${shortTitle}: ${shortBody}${BEL}`;
    case "osc777":
      return `\u001b]777;notify;${shortTitle};${shortBody}${BEL}`;
    case "osc99":
      return `\u001b]99;i=squire:d=0;${shortTitle}${ST}\u001b]99;i=squire:p=body;${shortBody}${ST}`;
    case "bell":
      return BEL;
  }
}

/** Nothing in it may end the string or begin a field. */
function bare(text: string): string {
  return text.replace(/[\p{C};]+/gu, " ").slice(0, 200);
}
