import type { Effect } from "./decision.ts";
import type { JsonObject } from "./json.ts";

/** What the gate and the hooks are told about a call. */
export type JudgedCall = {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effect: Effect;
  /** What rules look at: a command, a path, a URL (PERM-2). */
  readonly subject: string | null;
  readonly summary: string;
  /** The tool asks the user whatever the rules say (PERM-12). */
  readonly requiresApproval: boolean;
};
