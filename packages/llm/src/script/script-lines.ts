import { isTerminal, ModelEventSchema } from "@squire/protocol";
import type { ModelEvent, ModelFailure } from "@squire/protocol";

/** A recording: one model event per line, each reply ended by its terminal event. */
export type ScriptSource = {
  /** What messages call it, usually its path. */
  readonly name: string;
  readonly text: string;
};

/** The events of one reply, and why they stop where they do when no terminal event is among them. */
export type ScriptedEvents = {
  readonly events: readonly ModelEvent[];
  readonly failure?: ModelFailure;
};

/**
 * Hands out the replies of a recording in order. After a bad line it is unknown where the next
 * reply starts, so everything from there on fails with that line.
 */
export function scriptReader(source: ScriptSource): () => ScriptedEvents {
  const lines = source.text.replace(/^\uFEFF/, "").split("\n");
  let at = 0;
  let lastLine = 0;
  let replies = 0;
  let broken: ModelFailure | undefined;

  return function take() {
    const events: ModelEvent[] = [];
    while (!broken && at < lines.length) {
      const line = lines[at++] ?? "";
      if (line.trim() === "") continue;
      lastLine = at;
      const event = readEvent(line);
      if (typeof event === "string") broken = badScript(`${source.name} line ${at}: ${event}`);
      else events.push(event);
      if (typeof event !== "string" && isTerminal(event)) {
        replies++;
        return { events };
      }
    }
    if (!broken && events.length === 0) return { events, failure: usedUp(source.name, replies) };
    broken ??= badScript(`${source.name} line ${lastLine}: the last reply has no end.`);
    return { events, failure: broken };
  };
}

/** The event of a line, or what is wrong with it. */
function readEvent(line: string): ModelEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON (${error instanceof Error ? error.message : String(error)}).`;
  }
  const checked = ModelEventSchema.safeParse(value);
  // The value itself, not the schema's copy: what the schema does not know stays as recorded.
  if (checked.success) return value as ModelEvent;
  const [issue] = checked.error.issues;
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join(".")}` : "";
  return `not a model event${where} (${issue?.message ?? "unknown shape"}).`;
}

function badScript(message: string): ModelFailure {
  const advice = "Correct or record the script again.";
  return { kind: "protocol", message, advice, retryable: false };
}

function usedUp(name: string, replies: number): ModelFailure {
  return {
    kind: "bad_request",
    message: `The script has no more replies: all ${replies} in ${name} were used.`,
    advice: "Record a longer script.",
    retryable: false,
  };
}
