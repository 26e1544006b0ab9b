import type { Plan } from "@squire/protocol";
import { html, nothing, type TemplateResult } from "lit";
import { inertLine } from "../items/item-parts.ts";

/** The steps of a plan with what is done of them. */
export function planSteps(plan: Plan): TemplateResult {
  const next = plan.steps.find((step) => !step.done)?.id;
  return html`<ol class="steps">
    ${plan.steps.map(
      (step) =>
        html`<li class=${step.done ? "done" : step.id === next ? "next" : ""}>
          <span class="gutter ${step.done ? "ok" : "faint"}" aria-hidden="true"
            >${step.done ? "✓" : step.id === next ? "▸" : "·"}</span
          >
          <div>
            <p>
              ${inertLine(step.title)}
              ${
                step.risk === undefined || step.risk === "low"
                  ? nothing
                  : html`<span class="caution">risk ${step.risk}</span>`
              }
            </p>
            <p class="dim">${inertLine(step.result ?? step.action)}</p>
          </div>
        </li>`,
    )}
  </ol>`;
}
