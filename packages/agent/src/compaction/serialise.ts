import type { CallBlock, Entry } from "@squire/protocol";
import { cutAfter, cutBefore } from "../tokens/safe-cut.ts";
import type { CountTokens } from "../tokens/token-counter.ts";
import { textOfOutcome } from "./overlay.ts";

/** How much of one part of the conversation the summariser is shown, in characters. */
type Widths = { readonly result: number; readonly args: number; readonly text: number };

const WIDTHS: readonly Widths[] = [
  { result: 2_000, args: 1_000, text: 12_000 },
  { result: 600, args: 300, text: 6_000 },
  { result: 160, args: 120, text: 1_500 },
];

/**
 * A part of the conversation as text for a summariser (CMP-8), within a budget of estimated tokens:
 * outcomes are shortened first, then the middle is left out; how it began and what came last stay.
 */
export function serialise(
  entries: readonly Entry[],
  maxTokens: number,
  count: CountTokens,
): string {
  let lines: readonly string[] = [];
  let sizes: readonly number[] = [];
  for (const widths of WIDTHS) {
    lines = entries.flatMap((entry) => linesOf(entry, widths));
    sizes = lines.map((line) => count(line) + 2);
    if (sizes.reduce((sum, size) => sum + size, 0) <= maxTokens) return lines.join("\n\n");
  }
  return withoutMiddle(lines, sizes, maxTokens);
}

/** One of the tags around what a summariser is given; text inside cannot close it. */
export function tagged(name: string, body: string): string {
  return `<${name}>\n${body.replaceAll(`</${name}`, `<\\/${name}`)}\n</${name}>`;
}

function linesOf(entry: Entry, widths: Widths): readonly string[] {
  switch (entry.type) {
    case "message":
      return messageLines(entry, widths);
    case "tool_result": {
      const { outcome } = entry;
      const label = outcome.failed ? "Outcome (failed)" : "Outcome";
      return [`[${label} of ${outcome.name}] ${shortened(textOfOutcome(outcome), widths.result)}`];
    }
    case "user_bash":
      if (entry.private) return [];
      return [`[User ran] ${entry.command}\n${shortened(entry.output, widths.result)}`];
    case "user_python":
      if (entry.private) return [];
      return [`[User ran Python] ${entry.code}\n${shortened(entry.output, widths.result)}`];
    case "custom_message": {
      const texts = entry.content.map((block) => (block.type === "text" ? block.text : "[image]"));
      return [`[${entry.customType}] ${shortened(texts.join("\n"), widths.text)}`];
    }
    case "branch_summary":
      return [`[Summary of another branch] ${shortened(entry.summary, widths.text)}`];
    case "context":
      return [`[Context: ${entry.topic}] ${shortened(entry.text, widths.result)}`];
    default:
      return [];
  }
}

function messageLines(entry: Entry<"message">, widths: Widths): readonly string[] {
  const who = entry.message.role === "user" ? "User" : "Assistant";
  return entry.message.content.flatMap((block) => {
    switch (block.type) {
      case "text":
        return block.text.trim() === "" ? [] : [`[${who}] ${shortened(block.text, widths.text)}`];
      case "image":
        return [`[${who}] (an image)`];
      case "call":
        return [callLine(block, widths)];
      case "thinking":
      case "vendor":
        return [];
    }
  });
}

function callLine({ name, argsText }: CallBlock, { args }: Widths): string {
  return `[Assistant calls ${name}] ${shortened(argsText, args)}`;
}

function shortened(text: string, width: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= width) return trimmed;
  const tail = Math.floor(width / 4);
  const head = trimmed.slice(0, cutBefore(trimmed, width - tail));
  const end = trimmed.slice(cutAfter(trimmed, trimmed.length - tail));
  return `${head} […${trimmed.length - head.length - end.length} chars…] ${end}`;
}

/** A quarter of the budget for the beginning, the rest for the end. */
function withoutMiddle(
  lines: readonly string[],
  sizes: readonly number[],
  maxTokens: number,
): string {
  const room = Math.max(0, maxTokens - 20);
  let first = 0;
  for (let used = 0; first < lines.length; first++) {
    used += sizes[first] ?? 0;
    if (used > room / 4) break;
  }
  let last = lines.length;
  for (let used = 0; last > first; last--) {
    used += sizes[last - 1] ?? 0;
    if (used > (room * 3) / 4) break;
  }
  const gap = `[… ${last - first} parts left out …]`;
  return [...lines.slice(0, first), gap, ...lines.slice(last)].join("\n\n");
}
