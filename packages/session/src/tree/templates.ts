import { userText } from "@squire/protocol/values";
import type { Entry, UserMessage } from "@squire/protocol";

/**
 * The fixed words in which entries that are no messages reach the model (CMP-4). Requests are
 * compared byte by byte with earlier ones: a change here breaks every cached prefix once.
 */

/** The outcome of a call that has none. */
export const NO_RESULT = "interrupted: no result was recorded";
export const NO_OUTPUT = "(no output)";
export const OPENING = "[The beginning of this conversation is missing.]";
export const BRIDGE = "[Go on.]";
export const CUT_REPLY = "[The reply was interrupted here.]";
export const FAILED_REPLY = "[The reply failed here.]";
export const EMPTY_REPLY = "[There was no reply.]";

export function compactionText({ summary }: Entry<"compaction">): UserMessage {
  const body = tagged("summary", {}, summary);
  return userText(`Earlier parts of this conversation were replaced by this summary.\n${body}`);
}

export function branchText({ summary }: Entry<"branch_summary">): UserMessage {
  const body = tagged("summary", {}, summary);
  return userText(`Another branch of this conversation was tried and left. What it did:\n${body}`);
}

export function bashText(entry: Entry<"user_bash">, output: string): UserMessage {
  const body = `$ ${entry.command}\n${output}`;
  return userText(tagged("user-command", { cwd: entry.cwd, ...exitOf(entry) }, body));
}

export function pythonText(entry: Entry<"user_python">, output: string): UserMessage {
  const body = `${entry.code}\n--- output ---\n${output}`;
  return userText(tagged("user-python", exitOf(entry), body));
}

export function contextText({ topic, text }: Entry<"context">): UserMessage {
  return userText(tagged("context", { topic }, text));
}

export function customMessage(entry: Entry<"custom_message">): UserMessage {
  const label = { type: "text", text: `Message from the extension ${entry.customType}:` } as const;
  return { role: "user", content: [label, ...entry.content] };
}

function exitOf({ exitCode }: Entry<"user_bash"> | Entry<"user_python">): {
  readonly exit: string;
} {
  return { exit: exitCode === null ? "stopped" : String(exitCode) };
}

/** Text from outside cannot close its own frame. */
function tagged(name: string, attributes: Readonly<Record<string, string>>, body: string): string {
  const inside = body.replaceAll(`</${name}`, `<\\/${name}`);
  const spelled = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${value.replaceAll(/["\n<>]/g, " ")}"`,
  );
  return `<${name}${spelled.join("")}>\n${inside}\n</${name}>`;
}
