import { html, nothing, type TemplateResult } from "lit";
import type { Notice } from "../face/face-state.ts";
import { wish } from "../face/intent.ts";
import { withCode } from "../items/item-parts.ts";

const SIGNS = { info: "●", warning: "⚠", error: "✗" } as const;
const TONES = { info: "accent", warning: "caution", error: "danger" } as const;

/** What is told in passing, until somebody takes it away. */
export function noticeList(notices: readonly Notice[]): TemplateResult {
  return html`<div class="notices" role="status" aria-live="polite">
    ${notices.map(
      ({ id, level, text, advice }) =>
        html`<div class="notice">
          <span class=${TONES[level]} aria-hidden="true">${SIGNS[level]}</span>
          <div>
            <p>${withCode(text)}</p>
            ${advice === null ? nothing : html`<p class="dim">${withCode(advice)}</p>`}
          </div>
          <button
            type="button"
            class="icon"
            aria-label="Dismiss"
            @click=${wish({ type: "dismiss", id })}
          >
            ×
          </button>
        </div>`,
    )}
  </div>`;
}
