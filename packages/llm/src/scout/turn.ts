import type { AssistantMessage, Message, ModelRequest } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { takeApart } from "./material.ts";
import type { SourceFile } from "./source-file.ts";

/** A call of this turn with what came of it. */
export type Work = {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed: boolean;
};

export type Exchange = { readonly question: string; readonly answer: string };

/** The conversation as scout sees it: what is asked now, and what was looked at since. */
export type Turn = {
  readonly question: string;
  /** What the user gave along: attached files, piped text. */
  readonly material: readonly SourceFile[];
  readonly work: readonly Work[];
  /** Replies of this turn that called something. */
  readonly steps: number;
  /** Turns before this one, oldest first. */
  readonly earlier: readonly Exchange[];
};

type Told = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export function readTurn({ messages }: ModelRequest): Turn {
  const asked = messages.flatMap((message, at) => (isQuestion(message) ? [at] : []));
  const from = asked.at(-1) ?? -1;
  const current = messages[from];
  return {
    ...takeApart(current === undefined ? "" : textOf(current).trim()),
    ...readWork(messages.slice(from + 1)),
    earlier: asked.slice(0, -1).map((at, place) => ({
      question: takeApart(textOf(messages[at] ?? EMPTY).trim()).question,
      answer: lastWords(messages.slice(at + 1, asked[place + 1])),
    })),
  };
}

const EMPTY: Message = { role: "user", content: [] };

/** What a person wrote, not what the loop or the host put in (`notes.ts` of the loop). */
function isQuestion(message: Message): boolean {
  if (message.role !== "user") return false;
  const text = textOf(message).trim();
  return text !== "" && !NOTE.test(text) && !isTold(text);
}

/** A sentence in brackets, or a fact that the host has put in. */
const NOTE = /^(?:\[\p{Lu}[^\]\n]{24,}|\[[^]*\]$|<context\b[^]*<\/context>$)/u;

/** An outcome in words, as a request without tools has it. */
function isTold(text: string): boolean {
  return /^\[\w+ (?:gave|failed):\]/.test(text);
}

function readWork(messages: readonly Message[]): Pick<Turn, "work" | "steps"> {
  const calls = new Map<string, Told>();
  const told: Told[] = [];
  const work: Work[] = [];
  let steps = 0;
  for (const message of messages) {
    if (message.role === "assistant") {
      steps += readCalls(message, calls, told) ? 1 : 0;
    } else if (message.role === "tool") {
      const call = calls.get(message.callId) ?? { name: message.name, args: {} };
      work.push({ ...call, text: textOf(message), failed: message.failed });
    } else {
      const outcome = /^\[(\w+) (gave|failed):\]([^]*)$/.exec(textOf(message).trim());
      const call = outcome === null ? undefined : told.shift();
      if (call !== undefined) {
        work.push({ ...call, text: outcome?.[3] ?? "", failed: outcome?.[2] === "failed" });
      }
    }
  }
  return { work, steps };
}

function readCalls({ content }: AssistantMessage, calls: Map<string, Told>, told: Told[]): boolean {
  let found = false;
  for (const block of content) {
    if (block.type === "call") {
      calls.set(block.id, { name: block.name, args: argsOf(block.argsText) });
      found = true;
    } else if (block.type === "text") {
      for (const [, name = "", args = ""] of block.text.matchAll(/\[called (\w+) with (.*)\]$/gm)) {
        told.push({ name, args: argsOf(args) });
        found = true;
      }
    }
  }
  return found;
}

function argsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value))
      : {};
  } catch {
    return {};
  }
}

function lastWords(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "assistant");
  return last === undefined ? "" : textOf(last).trim();
}

/** A string argument of a call; "" where it has none of that name. */
export function argOf({ args }: Pick<Work, "args">, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}
