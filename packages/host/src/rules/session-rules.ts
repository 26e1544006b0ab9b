import type { AnsweredCall, FactsOnCalls } from "@squire/agent";
import { isInside } from "@squire/platform";
import { loadedRule, matchesGlobs } from "@squire/memory";
import type { FileRule } from "@squire/memory";
import type { ContextView, OpenSession } from "@squire/session";
import { relative, resolve, sep } from "node:path";

export type SessionRulesInput = {
  readonly rules: readonly FileRule[];
  readonly session: OpenSession;
  readonly view: () => ContextView;
  /** What globs are relative to. */
  readonly root: string;
  /** The folder calls are made in, and what a call of a tool of files touches, absolute. */
  readonly cwd: () => string;
  readonly touched: (call: AnsweredCall) => Promise<readonly string[]>;
};

const TOPIC = "rule";
/** Of one step: more than this is no help with the file at hand. */
const MOST_AT_ONCE = 8;
/** What had no effect has touched nothing. */
const ENDINGS: ReadonlySet<AnsweredCall["ending"]> = new Set(["ran", "aborted", "timed_out"]);

/** Rules join the log when a file is touched that they are about; the prefix stays as it is (MEM-8). */
export function rulesOnCalls(input: SessionRulesInput): FactsOnCalls | null {
  const waiting = input.rules.filter(({ when }) => when.type === "touched");
  if (waiting.length === 0) return null;
  return async (calls) => {
    const paths = await touchedBy(input, calls);
    if (paths.length === 0) return [];
    const told = toldIn(input);
    const fitting = waiting.filter(({ path, when }) => {
      if (when.type !== "touched" || told.has(topicOf(path))) return false;
      return paths.some((file) => matchesGlobs(when.globs, file));
    });
    return fitting
      .slice(0, MOST_AT_ONCE)
      .map((rule) => ({ topic: topicOf(rule.path), text: loadedRule(rule) }));
  };
}

/** The paths of rules that the model has in view. */
export function rulesInView({
  session,
  view,
}: Pick<SessionRulesInput, "session" | "view">): readonly string[] {
  return [...toldIn({ session, view })].map((topic) => topic.slice(TOPIC.length + 1)).sort();
}

function topicOf(path: string): string {
  return `${TOPIC} ${path}`;
}

/** Once in a session; after a compaction it is told again. */
function toldIn({
  session,
  view,
}: Pick<SessionRulesInput, "session" | "view">): ReadonlySet<string> {
  const sources = new Set(view().sources);
  const topics = session.tree.view().flatMap((entry) => {
    if (entry.type !== "context" || !entry.topic.startsWith(`${TOPIC} `)) return [];
    return sources.has(entry.id) ? [entry.topic] : [];
  });
  return new Set(topics);
}

/** Below the root, with `/`. */
async function touchedBy(
  { touched, cwd, root }: SessionRulesInput,
  calls: readonly AnsweredCall[],
): Promise<readonly string[]> {
  const made = calls.filter(({ ending }) => ENDINGS.has(ending));
  const places = await Promise.all(made.map(touched));
  const named = made.flatMap((call) => namedBy(call).map((path) => resolve(cwd(), path)));
  const inside = [...places.flat(), ...named].flatMap((path) => {
    const isBelow = path !== root && isInside(root, path);
    return isBelow ? [relative(root, path).split(sep).join("/")] : [];
  });
  return [...new Set(inside)];
}

/** What a call says itself: the file that is searched, and what it has changed. */
function namedBy({ args, changedFiles = [] }: AnsweredCall): readonly string[] {
  const { path, paths } = args;
  const named = [path, ...(Array.isArray(paths) ? paths : [])];
  return [
    ...named.filter((one) => typeof one === "string" && !one.includes("://")),
    ...changedFiles,
  ].filter((one) => typeof one === "string");
}
