import type { HostConnection } from "@squire/protocol";
import type { Enqueued, Learner } from "../../autonomous/learner.ts";
import type { Host } from "../../open.ts";
import { messageOf } from "../../workbench/custom/message-of.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

/** Somebody asked: what keeps it from beginning is told to them. */
async function begun(learner: Learner, host: Host): Promise<Enqueued> {
  try {
    return await learner.enqueue(host);
  } catch (error) {
    const advice = "See that the disk has room and can be written, and try again.";
    return refuse("storage", `Nothing is learned: ${messageOf(error)}`, advice);
  }
}

function refuseBusy(): never {
  return refuse("busy", "Past sessions are being read.", "Try again when that is over.");
}

type Names = "memory.learned" | "memory.enqueue" | "memory.reset";

export function learningHandlers(call: HostConnection["call"]): Handlers<Names> {
  return {
    "memory.learned": async (_params, { host, desks }) => {
      const { learnedState } = await import("../../autonomous/learned-state.ts");
      const { state } = await learnedState(host);
      const problem = desks.learner.problemOf(host);
      return problem === null ? state : { why: `the last run failed: ${problem}`, ...state };
    },

    "memory.enqueue": async (_params, { host, desks }) => {
      const { learnedState } = await import("../../autonomous/learned-state.ts");
      const { state, dueNow } = await learnedState(host);
      if (state.why !== undefined) {
        return refuse("unsupported", `Nothing is learned: ${state.why}.`);
      }
      if ((await begun(desks.learner, host)) === "busy") return refuseBusy();
      return { waiting: dueNow };
    },

    "memory.reset": async (_params, { host }) => {
      const [{ forgetLearned }, { artifactsOf }] = await Promise.all([
        import("../../autonomous/learn-here.ts"),
        import("../../autonomous/place.ts"),
      ]);
      // Switched off, no file of it is touched; clearing says so.
      const store = host.loaded.settings.memory.enabled ? artifactsOf(host) : null;
      if (store !== null && !(await forgetLearned(host, store))) {
        return refuseBusy();
      }
      return call("memory.clear", {});
    },
  };
}
