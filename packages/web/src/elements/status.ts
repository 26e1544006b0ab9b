import { count, dollars, percent, plural, type View } from "@squire/client";
import type { MethodResult } from "@squire/protocol";
import { html, nothing, type TemplateResult } from "lit";
import { wish } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

/** The one line that moves: what it is doing and for how long. */
export function activityLine(view: View, now: number): unknown {
  if (view.status === "idle" || view.activity === null) return nothing;
  const seconds = Math.floor(Math.max(0, now - view.activity.startedAt) / 1000);
  const isWorking = view.status === "working";
  return html`<div class="activity row">
    <span class="gutter ${isWorking ? "accent working" : "caution"}" aria-hidden="true"
      >${isWorking ? "●" : "?"}</span
    >
    <span class="dim cut">${activityText(view)}${seconds < 1 ? "" : ` · ${seconds} s`}</span>
    ${progress(view)}
  </div>`;
}

function activityText(view: View): string {
  if (view.status === "aborting") return "stopping";
  if (view.status === "asking") return "waiting for you";
  const { phase } = view;
  if (phase !== null && phase.status === "working") {
    return `${phase.name} ${inertLine(phase.message)}`.trim();
  }
  return inertLine(view.activity?.text ?? "working");
}

function progress({ phase }: View): unknown {
  if (phase === null || phase.percent === null || phase.status !== "working") return nothing;
  return html`<progress max="100" value=${phase.percent} aria-label=${phase.name}></progress>`;
}

/** The dials and the numbers below the composer. */
export function statusLine(
  view: View | null,
  setup: Pick<MethodResult<"setup.get">, "mode" | "model"> | null,
): TemplateResult {
  return html`<div class="status">
    ${dial("mode", view?.mode ?? setup?.mode ?? "code")} ${dial("trust", view?.trust ?? "review")}
    ${dial("model", view?.model ?? setup?.model ?? "no model")}
    ${view?.thinking === null || view === null ? nothing : dial("thinking", `thinks ${view.thinking}`)}
    <span class="grow"></span>
    ${view === null ? nothing : numbers(view)}
  </div>`;
}

function dial(what: "mode" | "trust" | "model" | "thinking", value: string): TemplateResult {
  return html`<button
    type="button"
    class="dial"
    title=${what}
    aria-label=${`${what}: ${inertLine(value)}`}
    @click=${wish({ type: "pick", what })}
  >
    <span class="cut">${inertLine(value)}</span><span class="faint" aria-hidden="true"> ▾</span>
  </button>`;
}

function numbers(view: View): TemplateResult {
  const { context, spending, jobs } = view;
  const share =
    context.window === 0 ? count(context.tokens) : percent(context.tokens, context.window);
  const running = jobs.filter((job) => job.running).length;
  const parts = [
    `context ${share}`,
    `turn ${dollars(spending.turnUsd)}`,
    `session ${dollars(spending.sessionUsd)}`,
    spending.cacheShare === null ? null : `cache ${Math.round(spending.cacheShare * 100)}%`,
    running === 0 ? null : plural(running, "job"),
  ].filter((part) => part !== null);
  return html`<span class="numbers dim number">${parts.join(" · ")}</span>`;
}
