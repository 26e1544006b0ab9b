import type { UserFailure } from "@squire/protocol";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";

/** Strangers' text on one line. */
export function inertLine(text: string): string {
  return inertText(text).replace(/\n/g, "⏎");
}

/** A sentence; what stands between backticks is something to type. */
export function withCode(text: string): unknown {
  const inert = inertText(text);
  const parts = inert.split("`");
  if (parts.length % 2 === 0) return inert;
  return parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A sign in the gutter and a sentence. */
export function factRow(sign: string, tone: string, text: string): TemplateResult {
  return html`<div class="row fact">
    <span class="gutter ${tone}" aria-hidden="true">${sign}</span>
    <span class="dim">${withCode(text)}</span>
  </div>`;
}

/** What went wrong, and the next step. */
export function failureRow(failure: UserFailure, actions: unknown = nothing): TemplateResult {
  const { message, advice } = failure;
  return html`<div class="row failure" role="alert">
    <span class="gutter danger" aria-hidden="true">✗</span>
    <div>
      <p>${withCode(message)}</p>
      ${advice === undefined ? nothing : html`<p class="dim">${withCode(advice)}</p>`} ${actions}
    </div>
  </div>`;
}
