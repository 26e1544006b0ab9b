import { defineTool, ToolError, type ToolContext, type ToolOffer } from "@squire/agent";
import { z } from "zod";
import { subjectOf } from "../search/path-input.ts";
import type { PendingRecord } from "../resolve/pending-actions.ts";
import { applyPlan } from "./apply-plan.ts";
import { planEdit, type EditInput, type EditPlan } from "./plan-edit.ts";
import { planLabel, previewOf } from "./preview.ts";
import { problemLines } from "./problems.ts";
import type { AstServices } from "./services.ts";

type Output = { readonly pending: PendingRecord; readonly text: string };

export function astEditTool(services: AstServices): ToolOffer {
  const unavailable = services.parsers.unavailable();
  if (unavailable !== null) return { unavailable };
  return defineTool({
    name: "ast_edit",
    description: "Preview a rewrite of code by structure ($X as in ast_grep); resolve applies it.",
    effect: "read",
    // Previews come on top of each other: which is the newest must not depend on luck.
    concurrency: "exclusive",
    input: z.object({
      rules: z.array(z.object({ pattern: z.string(), rewrite: z.string() })),
      path: z.string().optional(),
      glob: z.string().optional(),
      lang: z.string().optional(),
    }),

    subject: ({ path }) => subjectOf(path),

    run: (input, context) => preview(input, services, context),

    toModel: ({ text }) => text,

    details: ({ pending: { id, label, sourceTool, targets } }) => ({
      data: { pending: { id, label, sourceTool }, targets },
    }),

    summary: ({ rules }) => `ast_edit ${rules.map(({ pattern }) => pattern).join(" ")}`,
  });
}

async function preview(
  input: EditInput,
  services: AstServices,
  context: ToolContext,
): Promise<Output> {
  const plan = await planEdit(input, services, context);
  if (plan.files.length === 0) {
    const notes = problemLines(plan.problems);
    throw new ToolError(["Nothing would change: no rule fits.", ...notes].join("\n"));
  }
  const text = await previewOf(plan);
  const pending = services.pending.push({
    label: planLabel(plan),
    sourceTool: "ast_edit",
    targets: plan.files.map(({ place }) => place.name),
    apply: async (_reason, { signal }) => applied(plan, services, signal),
    reject: () => Promise.resolve(`Discarded: ${planLabel(plan)}. Nothing was changed.`),
  });
  const head = `Preview of ${pending.label}; nothing is changed yet. Call resolve to apply or discard.`;
  return { pending, text: `${head}\n${text}` };
}

async function applied(plan: EditPlan, services: AstServices, signal: AbortSignal) {
  const changedFiles = await applyPlan(plan, services.files, { signal });
  services.scans.invalidate(plan.files.map(({ place }) => place.path));
  return { text: `Applied ${planLabel(plan)}.`, changedFiles };
}
