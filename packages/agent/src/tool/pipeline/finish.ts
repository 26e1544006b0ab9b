import type { JsonValue, OutcomeMessage, ToolDetails, UserContent } from "@squire/protocol";
import { oneLine } from "../one-line.ts";
import { fitContent } from "./fit-content.ts";
import type { AskedCall, CallEnd, CallPorts } from "./ports.ts";

export type Finished = { readonly outcome: OutcomeMessage; readonly details: ToolDetails };

/** Redacts and caps what the model will see; what is cut off is kept as an artifact. */
export async function finishCall(
  asked: AskedCall,
  end: CallEnd,
  ports: CallPorts,
): Promise<Finished> {
  const { whole, outcome } = await shorten(asked, end, ports);
  const clean = cleanDetails(end.details, ports.redact);
  if (outcome === whole) return { outcome, details: clean };
  const details: ToolDetails = { ...clean, truncated: true };
  if (details.artifactId !== undefined) return { outcome, details };
  const artifactId = await keep(whole, ports);
  if (artifactId === null) return { outcome, details };
  const note = `The whole output is in artifact://${artifactId}`;
  return {
    outcome: { ...outcome, content: [...outcome.content, { type: "text", text: note }] },
    details: { ...details, artifactId },
  };
}

/** What cannot be cleaned is not shown: it may hold secrets. */
async function shorten(
  { block }: AskedCall,
  end: CallEnd,
  ports: CallPorts,
): Promise<{ readonly whole: OutcomeMessage; readonly outcome: OutcomeMessage }> {
  const { id: callId, name } = block;
  const message = { role: "tool", callId, name, failed: end.failed } as const;
  try {
    const content = await fitContent(end.content, ports);
    const whole = { ...message, content: content.map((part) => redacted(part, ports.redact)) };
    return { whole, outcome: ports.cap(whole) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `The call has ended, but its output could not be prepared and is not shown (${why}).`;
    const whole = { ...message, failed: true, content: [{ type: "text", text } as const] };
    return { whole, outcome: whole };
  }
}

/** What faces draw goes into the log as well: a diff may show a secret (SEC-1). */
function cleanDetails(details: ToolDetails, redact: (text: string) => string): ToolDetails {
  const { data, ...rest } = details;
  if (data === undefined) return details;
  try {
    return { ...rest, data: redactedJson(data, redact) };
  } catch {
    return rest;
  }
}

function redactedJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, redact));
  const fields = Object.entries(value).map(([key, item]) => [key, redactedJson(item, redact)]);
  return Object.fromEntries(fields) as JsonValue;
}

/** Losing the rest of an output is no reason to lose the call: it is then simply not kept. */
async function keep(whole: OutcomeMessage, { artifacts }: CallPorts): Promise<string | null> {
  const text = whole.content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
  try {
    const { id } = await artifacts.save(text, { callId: whole.callId, name: whole.name });
    return id;
  } catch {
    return null;
  }
}

function redacted(part: UserContent, redact: (text: string) => string): UserContent {
  if (part.type !== "text") return part;
  const text = redact(part.text);
  return text === part.text ? part : { ...part, text };
}

const MAX_SUMMARY = 120;

/** One line: what came of it. */
export function lineOf({ outcome }: Finished): string {
  for (const part of outcome.content) {
    const first = part.type === "text" ? part.text.trimStart().split("\n", 1)[0] : "(picture)";
    if (first !== undefined && first !== "") return oneLine(first, MAX_SUMMARY);
  }
  return outcome.failed ? "failed" : "done";
}
