import type { Entry } from "@squire/protocol";
import { textOf, userParts } from "@squire/protocol/values";
import { IMPORTED, outsideSources } from "../chunk/outside-sources.ts";

/** What a past session says to whoever learns from it. */
export type Transcript =
  /** It was brought in from elsewhere: nobody knows whose words it holds. */
  | { readonly type: "foreign" }
  | {
      readonly type: "words";
      /** "" where nobody said anything. */
      readonly text: string;
      /** What brought text from outside; then only the user's own words are in it. */
      readonly outside: readonly string[];
    };

/** Of one message: what is longer is code and logs rather than talk. */
const WORDS_CHARS = 1_500;
const ARGS_CHARS = 200;

/**
 * The talk of a session within a limit: how it began and what came last. Outcomes of calls are never in it, so no page and
 * no file speaks here. Where text from outside was in view, the replies may repeat it: they are left out as well.
 */
export function sessionTranscript(entries: () => Iterable<Entry>, most: number): Transcript {
  const outside = outsideSources(entries());
  if (outside.has(IMPORTED)) return { type: "foreign" };
  const text = new HeadAndTail(most);
  for (const entry of entries())
    for (const line of linesOf(entry, outside.size > 0)) text.add(line);
  return { type: "words", text: text.toString(), outside: [...outside].sort() };
}

function linesOf(entry: Entry, onlyUser: boolean): readonly string[] {
  if (entry.type === "tool_result" && !onlyUser) {
    return [`[${entry.outcome.name} ${entry.outcome.failed ? "failed" : "worked"}]`];
  }
  if (entry.type !== "message" || entry.synthetic === true) return [];
  const { message } = entry;
  if (message.role === "user") return said("User", userParts(message.content).words);
  if (onlyUser || message.role !== "assistant") return [];
  const calls = message.content.flatMap((block) =>
    block.type === "call"
      ? [`[Assistant calls ${block.name}] ${short(block.argsText, ARGS_CHARS)}`]
      : [],
  );
  return [...said("Assistant", textOf(message)), ...calls];
}

function said(who: string, text: string): readonly string[] {
  return text.trim() === "" ? [] : [`[${who}] ${short(text, WORDS_CHARS)}`];
}

function short(text: string, most: number): string {
  const trimmed = text.trim();
  return trimmed.length <= most ? trimmed : `${trimmed.slice(0, most).toWellFormed()} […]`;
}

/** Lines within a limit, without ever holding many more: a quarter for the beginning, the rest for the end. */
class HeadAndTail {
  readonly #headMost: number;
  readonly #tailMost: number;
  readonly #head: string[] = [];
  readonly #tail: string[] = [];
  #headSize = 0;
  #tailSize = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#headMost = Math.floor(most / 4);
    this.#tailMost = most - this.#headMost;
  }

  add(line: string): void {
    if (this.#tail.length === 0 && this.#headSize + line.length <= this.#headMost) {
      this.#head.push(line);
      this.#headSize += line.length + 2;
      return;
    }
    this.#tail.push(line);
    this.#tailSize += line.length + 2;
    while (this.#tailSize > this.#tailMost && this.#tail.length > 1) {
      this.#tailSize -= (this.#tail.shift()?.length ?? 0) + 2;
      this.#dropped++;
    }
  }

  toString(): string {
    const gap = this.#dropped === 0 ? [] : [`[… ${this.#dropped} parts left out …]`];
    return [...this.#head, ...gap, ...this.#tail].join("\n\n");
  }
}
