import type { FailureKind, ModelRequest } from "@squire/protocol";
import { decide } from "./decide.ts";
import { answer } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";

/** What can be said of a turn whose model is gone: who went, and what was found until then. */
export function salvage(request: ModelRequest, model: string, kind: FailureKind): Decision {
  const { text } = decide({ ...request, tools: [] });
  return answer(`${say("went", { model, kind })}\n\n${text}`);
}
