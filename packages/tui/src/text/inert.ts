import { inertText } from "@squire/protocol/values";

/** Strangers' text for a terminal; a tab would have a width of the terminal's own. */
export function inert(text: string): string {
  return inertText(text).replaceAll("\t", "    ");
}

/** The same for a text of one line. */
export function inertLine(text: string): string {
  return inert(text).replace(/\n/g, "⏎");
}

/** An address that a link may lead to; null for what a click should not open. */
export function safeLink(href: string): string | null {
  if (href.length > 2000 || !/^(?:https?:\/\/|mailto:)/i.test(href)) return null;
  return href.replace(/[^\u0021-\u007e]/gu, (char) => encodeURI(char.isWellFormed() ? char : ""));
}
