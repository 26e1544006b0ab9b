import type { Ask } from "./ask.ts";
import { callsSeen } from "./calls-seen.ts";
import type { CallSeen } from "./calls-seen.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { hasSkipped, isCut } from "./outcomes.ts";
import { isTestPath } from "./passage.ts";
import { say } from "./phrases.ts";
import { cutAtWord } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn, Work } from "./turn.ts";

const TOOL = "ast_grep";
const MOST_SHOWN = 20;
const MOST_LINES = 200;
const LONGEST = 160;
const ASKS_CALLS =
  /^(?:who|what|which \w+)\s+(?:calls?|uses?|invokes?)\b|^where (?:is|are|do (?:we|you|i))\b.*\b(?:called|call|used|use|invoked)\b|\b(?:callers?|calls|usages?|uses) (?:of|to)\b/i;

/** The same of a name that is a plain word, where the question has nothing else: “who calls stem”. */
const CALLS_OF_WORD =
  /^(?:(?:who|what|which \w+) (?:calls?|uses?|invokes?)|where (?:is|do (?:we|you|i) (?:call|use))) (?:the (?:function|method) )?([A-Za-z_$][\w$]*)(?:\(\))?(?: (?:called|used|invoked))?(?: in (?:this|the) (?:code|codebase|project|repo|repository))?[\s?.!]*$/i;

/**
 * Who calls a function: found by the structure of the code, so that a comment or an import is none.
 * Null for other questions, and where nothing is called so.
 */
export function decideCalls(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const asked = ask.parts[0]?.text ?? "";
  if (ask.parts.length > 1 || !ASKS_CALLS.test(asked)) return null;
  const name = ask.names[0] ?? CALLS_OF_WORD.exec(asked)?.[1];
  if (name === undefined || !/^[A-Za-z_$][\w$]*$/.test(name)) return null;
  const wanted = searchesFor(name, ask);
  const done = wanted.flatMap((call) => turn.work.find((one) => isSame(one, call)) ?? []);
  if (done.length < wanted.length)
    return offered.has(TOOL) ? look(say("looking", { words: name }), wanted) : null;
  const seen = done.filter(({ failed }) => !failed).map(({ text }) => callsSeen(text));
  const calls = seen.flatMap((one) => one.calls);
  if (calls.length === 0) return null;
  const total = seen.reduce((sum, one) => sum + one.total, 0);
  // What a search did not show, or did not find out, is not counted as if it were nothing.
  const isAll =
    seen.length === done.length && !done.some(({ text }) => isCut(text) || hasSkipped(text));
  const files = new Set(calls.map(({ path }) => path)).size;
  const head = isAll
    ? say("calls", { count: total, name, files })
    : say("callsLeast", { count: total, name, files });
  return answer([head, "", ...callLines(calls)].join("\n"));
}

/** By itself and as a method: a pattern fits one form alone. */
function searchesFor(name: string, { paths }: Ask): readonly WantedCall[] {
  const [path] = paths;
  const within = path === undefined ? {} : { path };
  return [`${name}($$$)`, `$_.${name}($$$)`].map((pattern) => ({
    name: TOOL,
    args: { pattern, limit: MOST_LINES, ...within },
  }));
}

function isSame(one: Work, { args }: WantedCall): boolean {
  return one.name === TOOL && argOf(one, "pattern") === args["pattern"];
}

export function callLines(calls: readonly CallSeen[]): readonly string[] {
  return [...calls]
    .sort(inOrder)
    .slice(0, MOST_SHOWN)
    .map(({ path, line, code }) => `- \`${shortened(code)}\` — ${path}:${line}`);
}

/** A line that is folded is shown to its first fold; a backtick would end the code. */
function shortened(code: string): string {
  const [first = ""] = code.split(/ ⏎ |`/, 1);
  return cutAtWord(first, LONGEST);
}

/** Tests come last. */
function inOrder(left: CallSeen, right: CallSeen): number {
  const rank = Number(isTestPath(left.path)) - Number(isTestPath(right.path));
  if (rank !== 0) return rank;
  return left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1;
}
