import type { HostConnection } from "@squire/protocol";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

type Names = "memory.learned" | "memory.enqueue" | "memory.reset";

export function learningHandlers(call: HostConnection["call"]): Handlers<Names> {
  return {
    "memory.learned": async (_params, { host }) => {
      const { learnedState } = await import("../../autonomous/learned-state.ts");
      return learnedState(host);
    },

    "memory.enqueue": async (_params, { host, desks }) => {
      const [{ learnedState }, { dueNow }] = await Promise.all([
        import("../../autonomous/learned-state.ts"),
        import("../../autonomous/learn-here.ts"),
      ]);
      const { why } = await learnedState(host);
      if (why !== undefined) {
        return refuse("unsupported", `Nothing is learned: ${why}.`);
      }
      const waiting = await dueNow(host);
      desks.learner.enqueue(host);
      return { waiting };
    },

    "memory.reset": async (_params, { host }) => {
      const [{ forgetLearned }, { artifactsOf }] = await Promise.all([
        import("../../autonomous/learn-here.ts"),
        import("../../autonomous/place.ts"),
      ]);
      // Switched off, no file of it is touched; clearing says so.
      const store = host.loaded.settings.memory.enabled ? artifactsOf(host) : null;
      if (store !== null && !(await forgetLearned(host, store))) {
        return refuse("busy", "Past sessions are being read.", "Try again when that is over.");
      }
      return call("memory.clear", {});
    },
  };
}
