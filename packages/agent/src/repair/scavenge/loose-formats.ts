import { codeBlocksIn } from "./code-blocks.ts";
import type { CallFormat } from "./found.ts";
import { callsInJson } from "./payload.ts";

const LANGUAGES = new Set(["", "json", "tool", "tool_call", "tool_calls", "tool_code"]);

/** A fenced block that is nothing but `{"name": …, "arguments": …}`. */
export const fencedJson: CallFormat = (text) =>
  codeBlocksIn(text).flatMap(({ start, end, language, body }) => {
    if (!LANGUAGES.has(language.toLowerCase())) return [];
    const calls = callsInJson(body, { cut: false });
    return calls.length > 0 ? [{ start, end, calls }] : [];
  });

/** A text that is nothing but `{"name": …, "arguments": …}`. */
export const bareJson: CallFormat = (text) => {
  if (!/^\s*[[{]/.test(text)) return [];
  const calls = callsInJson(text, { cut: false });
  return calls.length > 0 ? [{ start: 0, end: text.length, calls }] : [];
};

const ACTION = /^[ \t]{0,8}Action:[ \t]*([^\s]{1,128})[ \t]*\r?\n\s{0,8}Action Input:/gm;
const NEXT_LINE = /^[ \t]{0,8}(?:Action|Observation|Thought|Final Answer):/gm;

/** `Action: name` and `Action Input: {…}` on lines of their own. */
export const actionLines: CallFormat = (text) => {
  const matches = [...text.matchAll(ACTION)];
  const stops = [...text.matchAll(NEXT_LINE)].map(({ index }) => index);
  let stop = 0;
  return matches.flatMap((match) => {
    const from = match.index + match[0].length;
    while (stop < stops.length && (stops[stop] ?? 0) < from) stop++;
    const end = stops[stop] ?? text.length;
    const argsText = text.slice(from, end).trim();
    const name = match[1] ?? "";
    const calls = callsInJson(`{"name":${JSON.stringify(name)},"arguments":${argsText}}`, {
      cut: false,
    });
    return argsText.startsWith("{") && calls.length > 0 ? [{ start: match.index, end, calls }] : [];
  });
};
