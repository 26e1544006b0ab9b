import { totalIn } from "./outcomes.ts";

/** A call of something, as a search by structure or by words has shown it. */
export type CallSeen = { readonly path: string; readonly line: number; readonly code: string };

export type CallsSeen = {
  readonly calls: readonly CallSeen[];
  /** More than are shown, where the outcome is cut. */
  readonly total: number;
};

const NODE = /^(\d+):\d+-\d+:\d+ (.*)$/;

/** The outcome of `ast_grep`: a path above its nodes, `66:17-66:78 code`. */
export function callsSeen(text: string): CallsSeen {
  const calls: CallSeen[] = [];
  let path = "";
  for (const line of text.split("\n")) {
    const node = NODE.exec(line);
    if (node !== null) calls.push({ path, line: Number(node[1]), code: node[2] ?? "" });
    else if (line !== "" && !line.startsWith("(")) path = line;
  }
  return { calls, total: Math.max(calls.length, totalIn(text) ?? 0) };
}
