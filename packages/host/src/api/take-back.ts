import type { MethodResult } from "@squire/protocol";
import { doubtsOf, planRewind } from "../session/rewind/plan.ts";
import type { RewindPlan, RewindWish } from "../session/rewind/plan.ts";
import type { RewindResult } from "../session/rewind/result.ts";
import { rewind } from "../session/rewind/rewind.ts";
import type { OpenSite } from "../session/rewind/site.ts";
import { actionOf, whyDoubtful, whyLeft } from "../session/rewind/words.ts";
import type { SessionDesk } from "./desk.ts";
import { refuse } from "./failures.ts";
import { dialsOf, keepDials } from "./move-leaf.ts";

/** What a rewind would do; ends the method when there is no such moment. */
export async function planOf(site: OpenSite, wish: RewindWish): Promise<RewindPlan> {
  const plan = await planRewind(site, wish);
  if (plan.kind === "plan") return plan;
  const code = plan.code === "not_found" ? "not_found" : "storage";
  return refuse(code, plan.message, plan.advice);
}

/** A plan in words for every face. */
export function effectOf(plan: RewindPlan): MethodResult<"rewind.preview"> {
  const { conflicts, obstacles, later } = doubtsOf(plan);
  const files = plan.files.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      const text = actionOf(step);
      return text === null ? [] : [{ path: step.path, text }];
    }),
  );
  return {
    what: plan.what,
    turns: plan.turns,
    files,
    conflicts: conflicts.map(({ path, reason }) => ({ path, text: whyDoubtful(reason) })),
    obstacles: obstacles.map(({ path, reason }) => ({ path, text: whyLeft(reason) })),
    later,
  };
}

type Wanted = { readonly plan: RewindPlan; readonly confirmed: boolean };

/** Null: there are doubts, and nobody has confirmed. */
export async function takeBack(
  desk: SessionDesk,
  site: OpenSite,
  { plan, confirmed }: Wanted,
): Promise<Extract<RewindResult, { kind: "done" }> | null> {
  const dials = dialsOf(desk);
  const result = await rewind(site, plan, { confirmed });
  if (result.kind === "needs_confirmation") return null;
  if (result.kind !== "done") return failed(result);
  await keepDials(desk, dials);
  const { entryId, what, turns, files } = result;
  if (result.talk !== undefined) desk.branchChanged();
  const paths = files.flatMap(({ steps }) => steps.map(({ path }) => path));
  const undoes = plan.to.type === "rewind" ? { undoes: plan.to.entryId } : {};
  desk.publish({
    type: "rewind.applied",
    entryId,
    what,
    turns: turns.length,
    files: paths,
    ...undoes,
  });
  return result;
}

function failed(result: Exclude<RewindResult, { kind: "done" | "needs_confirmation" }>): never {
  switch (result.kind) {
    case "stale":
      return refuse(
        "busy",
        `Files changed while they were put back: ${result.paths.join(", ")}.`,
        "Look again and repeat it.",
      );
    case "failed":
      return refuse(
        "storage",
        `The files could not be put back: ${result.message}`,
        result.rolledBack ? "Nothing was changed." : "The next start ends it.",
      );
    case "unproven":
      return refuse(
        "storage",
        "The files were put back, but reading them again shows something else.",
        "Something else is writing there. Look at them before you go on.",
      );
  }
}
