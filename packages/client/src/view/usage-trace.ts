import type { AgentEvent, KeptEvent } from "@squire/protocol";

/** One request to a model. */
export type RequestUse = {
  readonly at: number;
  readonly model: string;
  /** What it read, and the parts of it that came from the vendor's cache; null: not told. */
  readonly input: number | null;
  readonly cacheRead: number | null;
  readonly output: number | null;
  readonly costUsd: number | null;
};

/** A turn with all its requests. */
export type TurnUse = {
  readonly runId: string;
  /** What the user said, on one line. */
  readonly text: string;
  readonly cached: number;
  readonly fresh: number;
  readonly output: number;
  readonly costUsd: number | null;
};

/** Something that happened before the request of this index. */
export type UsageMark =
  | { readonly type: "compaction"; readonly before: number; readonly tokensAfter: number }
  | {
      readonly type: "break";
      readonly before: number;
      readonly cause: AgentEvent<"prefix.changed">["cause"];
      readonly tokensLost: number;
    };

/** How a session used its models, in order. */
export type UsageTrace = {
  readonly requests: readonly RequestUse[];
  readonly turns: readonly TurnUse[];
  readonly marks: readonly UsageMark[];
};

/** What kept events tell about usage. Pure. */
export function usageTrace(events: readonly KeptEvent[]): UsageTrace {
  const requests: RequestUse[] = [];
  const turns: TurnUse[] = [];
  const marks: UsageMark[] = [];
  for (const { at, event } of events) {
    switch (event.type) {
      case "message.added":
        if (event.message.role === "user" && event.runId !== undefined) {
          addTurn(turns, event.runId, wordsOf(event));
        }
        break;
      case "usage.reported": {
        const { model, usage, costUsd, runId, kind } = event;
        const { input, cacheRead, output } = usage;
        if (kind === "turn") requests.push({ at, model, input, cacheRead, output, costUsd });
        if (runId !== undefined) addUse(turns, runId, event);
        break;
      }
      case "compaction.finished": {
        const { tokensAfter } = event;
        marks.push({ type: "compaction", before: requests.length, tokensAfter });
        break;
      }
      case "prefix.changed": {
        const { cause, tokensLost } = event;
        marks.push({ type: "break", before: requests.length, cause, tokensLost });
        break;
      }
      default:
    }
  }
  return { requests, turns, marks };
}

function wordsOf({ message }: AgentEvent<"message.added">): string {
  const texts = message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.join(" ").replace(/\s+/g, " ").slice(0, 80);
}

function addTurn(turns: TurnUse[], runId: string, text: string): void {
  if (turns.at(-1)?.runId === runId) return;
  turns.push({ runId, text, cached: 0, fresh: 0, output: 0, costUsd: 0 });
}

function addUse(turns: TurnUse[], runId: string, event: AgentEvent<"usage.reported">): void {
  const turn = turns.at(-1);
  if (turn?.runId !== runId) return;
  const { input, cacheRead, output } = event.usage;
  const cached = cacheRead ?? 0;
  const { costUsd } = event;
  turns[turns.length - 1] = {
    ...turn,
    cached: turn.cached + cached,
    fresh: turn.fresh + Math.max(0, (input ?? 0) - cached),
    output: turn.output + (output ?? 0),
    costUsd: turn.costUsd === null || costUsd === null ? null : turn.costUsd + costUsd,
  };
}
