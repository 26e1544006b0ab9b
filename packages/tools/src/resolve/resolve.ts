import { defineTool, ToolError, type Tool, type ToolContext } from "@squire/agent";
import { z } from "zod";
import { shownName } from "../workspace/shown-name.ts";
import type { Pending, PendingActions, Resolved } from "./pending-actions.ts";

export type ResolveServices = {
  readonly pending: PendingActions;
  /** Fails with `ToolError` when one of these files may not be written: the gate of a direct write. */
  readonly checkWrites?: (paths: readonly string[], context: ToolContext) => Promise<void>;
};

type Output = Resolved & { readonly taken: Pending; readonly isApplied: boolean };

/** Offered only while something is pending (RSLV-1). */
export function resolveTool({ pending, checkWrites }: ResolveServices): Tool {
  return defineTool({
    name: "resolve",
    description: "Apply or discard the newest pending action.",
    effect: "write",
    input: z.object({ action: z.enum(["apply", "discard"]), reason: z.string() }),

    effectOf: ({ action }) => (action === "apply" ? "write" : "read"),

    // Every file that would be written, one on each line: the gate judges all of them.
    subject: ({ action }) => (action === "apply" ? targetsOf(pending.top()) : null),

    async run({ action, reason }, context): Promise<Output> {
      const taken = pending.take();
      if (taken === null) {
        throw new ToolError(
          "No pending action to resolve: nothing was previewed, or it is done already.",
        );
      }
      return settle(taken, async () => {
        if (action === "discard") {
          const said = (await taken.action.reject?.(reason, context)) ?? "Discarded";
          return { ...asResolved(said), taken, isApplied: false };
        }
        await checkWrites?.(taken.targets, context);
        const said = await taken.action.apply(reason, context);
        return { ...asResolved(said), taken, isApplied: true };
      });
    },

    toModel: ({ text }) => text,

    details: ({ taken, changedFiles, isApplied }) => ({
      ...(changedFiles === undefined ? {} : { changedFiles }),
      data: { resolved: taken.id, applied: isApplied, targets: taken.targets },
    }),

    summary: ({ action }) => `${action} ${shownName(pending.top()?.label ?? "nothing")}`,
  });
}

/** Also when it fails it is resolved, and the log has to know. */
async function settle(taken: Pending, act: () => Promise<Output>): Promise<Output> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const before = error instanceof ToolError ? error.details : {};
    const details = { ...before, data: { resolved: taken.id, applied: false } };
    throw new ToolError(message, { cause: error, details });
  }
}

function targetsOf(top: Pending | null): string | null {
  return top === null || top.targets.length === 0 ? null : top.targets.join("\n");
}

function asResolved(said: Resolved | string): Resolved {
  return typeof said === "string" ? { text: said } : said;
}
