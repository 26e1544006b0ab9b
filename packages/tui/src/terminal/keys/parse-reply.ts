import type { Reply } from "./key.ts";

/** A sequence that is an answer of the terminal and no key; null for anything else. */
export function parseReply(sequence: string): Reply | null {
  const body = sequence.slice(2);
  if (sequence.startsWith("\u001b]")) return backgroundReply(body);
  if (!sequence.startsWith("\u001b[")) return null;
  if (body === "I" || body === "O") return { type: "focus", focused: body === "I" };
  // Without the question mark it could also be F3 with a modifier.
  const cursor = /^\?(\d+);(\d+)(?:;\d+)?R$/.exec(body);
  if (cursor !== null) {
    return { type: "cursor", row: Number(cursor[1]), column: Number(cursor[2]) };
  }
  if (/^[?>=][\d;]*c$/.test(body)) return { type: "attributes" };
  const keyboard = /^\?(\d+)u$/.exec(body);
  if (keyboard !== null) return { type: "keyboard", flags: Number(keyboard[1]) };
  const mode = /^\?(\d+);(\d+)\$y$/.exec(body);
  if (mode === null) return null;
  return { type: "mode", mode: Number(mode[1]), known: mode[2] !== "0" && mode[2] !== "4" };
}

function backgroundReply(body: string): Reply | null {
  // oxlint-disable-next-line no-control-regex
  const match = /^11;(rgba?:[\da-fA-F/]+)(?:\u0007|\u001b\\)$/.exec(body);
  return match?.[1] === undefined ? null : { type: "background", colour: match[1] };
}
