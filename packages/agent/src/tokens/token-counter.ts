import type { AssistantContent, Message, ToolSpec, UserContent } from "@squire/protocol";
import { estimateTokens } from "./estimate.ts";

/** Counts a text; an exact tokenizer may stand here where one is bundled. */
export type CountTokens = (text: string) => number;

export type TokenCounter = {
  readonly text: CountTokens;
  /** Counted once per object: messages are never changed. */
  message(message: Message): number;
  /** A list that has grown since it was last asked costs only its new messages. */
  messages(messages: readonly Message[]): number;
  tools(tools: readonly ToolSpec[]): number;
};

/** Roles, brackets and ids around what is said. */
const PER_MESSAGE = 4;
const PER_CALL = 8;
const PER_TOOL = 12;
/** Vendors bill by size; this is a picture of about a megapixel. */
const PER_IMAGE = 1_500;

export function tokenCounter(count: CountTokens = estimateTokens): TokenCounter {
  const kept = new WeakMap<Message, number>();
  /** The list of the last question, and the sum up to each of its places. */
  const seen: Message[] = [];
  const sums: number[] = [];

  function ofMessage(message: Message): number {
    const known = kept.get(message);
    if (known !== undefined) return known;
    let sum = PER_MESSAGE;
    for (const block of message.content) sum += blockTokens(block, count);
    kept.set(message, sum);
    return sum;
  }

  function ofMessages(messages: readonly Message[]): number {
    let same = 0;
    while (same < messages.length && messages[same] === seen[same]) same++;
    seen.length = same;
    sums.length = same;
    for (const message of messages.slice(same)) {
      sums.push((sums.at(-1) ?? 0) + ofMessage(message));
      seen.push(message);
    }
    return sums.at(-1) ?? 0;
  }

  return {
    text: count,
    message: ofMessage,
    messages: ofMessages,
    tools: (tools) => tools.reduce((sum, tool) => sum + toolTokens(tool, count), 0),
  };
}

function blockTokens(block: UserContent | AssistantContent, count: CountTokens): number {
  switch (block.type) {
    case "text":
    case "thinking":
      return count(block.text);
    case "image":
      return PER_IMAGE;
    case "call":
      return PER_CALL + count(block.name) + count(block.argsText);
    case "vendor":
      return count(JSON.stringify(block.opaque));
  }
}

function toolTokens({ name, description, parameters }: ToolSpec, count: CountTokens): number {
  return PER_TOOL + count(name) + count(description) + count(JSON.stringify(parameters));
}
