import { readArgs } from "../read-args.ts";
import type { CallFormat, FoundCall } from "./found.ts";
import { elementsIn } from "./found.ts";

/**
 * Notations made of special tokens that leaked into the text. The separator stands between the name
 * and the arguments, or, where a kind (`function`) comes first, before a line with the name.
 */
export const specialTokens: CallFormat = (text) =>
  elementsIn(
    text,
    /<[｜|]tool[▁_]call[▁_]begin[｜|]>/g,
    /<[｜|]tool[▁_]call[▁_]end[｜|]>/g,
  ).flatMap(({ start, end, body, cut }) => {
    const call = readBody(body, cut);
    return call === null ? [] : [{ start, end, calls: [call] }];
  });

const SEPARATOR = /<[｜|]tool[▁_](?:sep|call[▁_]argument[▁_]begin)[｜|]>/;

function readBody(body: string, cut: boolean): FoundCall | null {
  const match = SEPARATOR.exec(body);
  if (match === null) return null;
  const before = body.slice(0, match.index).trim();
  const behind = body.slice(match.index + match[0].length);
  const lineEnd = behind.indexOf("\n");
  const nameFirst = before !== "function" && before !== "";
  if (!nameFirst && lineEnd === -1) return null;
  const name = nameFirst ? before : behind.slice(0, lineEnd).trim();
  const argsText = unfenced(nameFirst ? behind : behind.slice(lineEnd));
  const args = readArgs(argsText);
  if (!args.ok || (args.repaired && !cut)) return null;
  return { name: name.replace(/:\d+$/, ""), argsText, cut: args.repaired };
}

function unfenced(text: string): string {
  return text
    .trim()
    .replace(/^```\w{0,16}\s*/, "")
    .replace(/\s*```$/, "");
}
