import type { ApprovalRequest } from "@squire/protocol";
import { inertText } from "@squire/protocol/values";
import { html, type TemplateResult } from "lit";

export type Detail = ApprovalRequest["details"][number];

/** What an edit takes away and puts there is told apart at a glance. */
const TONES: Readonly<Record<string, string>> = { search: "removed", replace: "added" };

/** Shown whole and as it came: what is approved is what is read. */
export function detailTemplate({ label, text, format }: Detail): TemplateResult {
  if (format === "diff") return html`<squire-diff .diff=${text}></squire-diff>`;
  const shown = inertText(text.replace(/\n$/, ""));
  if (format === "shell") return html`<pre class="command">${shown}</pre>`;
  const name = html`<span class="faint">${inertText(label)}</span>`;
  if (isShort({ label, text, format })) {
    return html`<p class="detail">${name} <span class="mono">${shown}</span></p>`;
  }
  return html`<p>${name}</p>
    <pre class="output detail-text ${TONES[label] ?? ""}">${shown}</pre>`;
}

/** Fits on a line with its name. */
export function isShort({ label, text, format }: Detail): boolean {
  const line = text.replace(/\n$/, "");
  const isPlain = format !== "diff" && format !== "shell" && TONES[label] === undefined;
  return isPlain && !line.includes("\n") && line.length < 100;
}

/** Said once: a summary of what stands there anyway is left out. */
export function isSaid({ summary, toolName }: ApprovalRequest, given: readonly Detail[]): boolean {
  const words = summary.trim().replace(`${toolName} `, "").replace(/^\$ /, "").trim();
  return given.some(({ text }) => text.includes(words));
}

/** The host has made visible all that could hide, as `⟨U+200B⟩`: there is some where that bracket is. */
export function hidesSome({ text }: Detail): boolean {
  return text.includes("⟨");
}
