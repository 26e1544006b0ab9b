import type { Entry, Plan, TodoItem, UserMessage } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { ruleReminder } from "../loop/notes.ts";
import { capResult } from "../tokens/cap-result.ts";
import type { CountTokens } from "../tokens/token-counter.ts";
import { standingSentences } from "./standing.ts";

/** What must outlive every summary, word for word. Put together by code, never by a model. */
export type Keepsakes = {
  readonly firstRequest: string | null;
  readonly latestRequest: string | null;
  readonly standing: readonly string[];
  readonly todos: readonly TodoItem[];
  readonly plan: Plan | null;
};

export type KeepsakeOptions = {
  readonly count: CountTokens;
  /** Estimated tokens that each part may take; only a text longer than that is shortened. */
  readonly partTokens: number;
  /** Instructions that hold in this session wherever they were given, from the host. */
  readonly standing?: readonly string[];
};

/**
 * The user's first and latest request, standing instructions, open todos and the plan. Read from the
 * whole branch each time, not from the last summary, so they cannot wear off.
 */
export function keepsakesOf(branch: readonly Entry[], standing: readonly string[] = []): Keepsakes {
  const requests = branch.flatMap((entry) => requestIn(entry) ?? []);
  const rules = branch.flatMap((entry) => ruleIn(entry) ?? []);
  const todos = branch.findLast((entry) => entry.type === "todo")?.items ?? [];
  const plan = branch.findLast((entry) => entry.type === "plan");
  const isOver = plan === undefined || plan.change === "cancelled" || plan.change === "stopped";
  const latest = requests.at(-1) ?? null;
  return {
    firstRequest: requests[0] ?? null,
    latestRequest: requests.length > 1 ? latest : null,
    standing: [...new Set([...standing, ...rules, ...requests.flatMap(standingSentences)])],
    todos: todos.filter(({ status }) => status === "open" || status === "active"),
    plan: isOver ? null : plan.plan,
  };
}

/** The section at the top of every summary; "" when there is nothing to keep. */
export function keepsakeText(keepsakes: Keepsakes, { count, partTokens }: KeepsakeOptions): string {
  const { firstRequest, latestRequest, standing, todos, plan } = keepsakes;
  const caps = { tokens: partTokens, chars: partTokens * 8, count };
  const part = (title: string, text: string | null): readonly string[] =>
    text === null || text.trim() === "" ? [] : [`### ${title}\n${capResult(text, caps).text}`];
  const parts = [
    ...part("First request of the user", firstRequest),
    ...part("Latest request of the user", latestRequest),
    ...part("Standing instructions", listed(standing)),
    ...part("Open todos", listed(todos.map(todoLine))),
    ...part("Plan", plan === null ? null : planText(plan)),
  ];
  return parts.length === 0 ? "" : ["## Kept word for word", ...parts].join("\n\n");
}

/** Only what the user typed: what Squire wrote itself asks for nothing new. */
function requestIn(entry: Entry): string | null {
  if (entry.type !== "message" || entry.message.role !== "user" || entry.synthetic === true)
    return null;
  const text = requestText(entry.message);
  return text.trim() === "" ? null : text;
}

function requestText({ content }: UserMessage): string {
  return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
}

/** LOOP-22: the rules a reply was stopped by. */
function ruleIn(entry: Entry): string | null {
  if (entry.type !== "message" || entry.message.role !== "user" || entry.synthetic !== true)
    return null;
  const [head = "", tail = ""] = textOf(ruleReminder("\0")).split("\0");
  const text = textOf(entry.message);
  const isRule = text.startsWith(head) && text.endsWith(tail);
  return isRule ? text.slice(head.length, text.length - tail.length) : null;
}

function listed(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : lines.map((line) => `- ${line}`).join("\n");
}

function todoLine({ text, status, phase }: TodoItem): string {
  return `${status === "active" ? "(in progress) " : ""}${text}${phase === undefined ? "" : ` [${phase}]`}`;
}

function planText({ markdown, steps }: Plan): string {
  const lines = steps.map(({ id, title, action, done, result }) => {
    const outcome = result === undefined ? "" : ` → ${result}`;
    return `- [${done ? "x" : " "}] ${id}: ${title}. ${action}${outcome}`;
  });
  return [markdown.trim(), ...lines].filter((line) => line !== "").join("\n");
}
