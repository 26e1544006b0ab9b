import type { MethodResult, TrailStep } from "@squire/protocol";
import { visibleText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { inertLine, withCode } from "../items/item-parts.ts";

const TONES = { allow: "ok", ask: "caution", deny: "danger" } as const;
const SIGNS = { allow: "✓", ask: "?", deny: "✗" } as const;

/** Why a call was allowed, asked about or denied: every check of the gate in order. */
export function whyView(why: MethodResult<"why.get">): TemplateResult {
  const { toolName, args, decision, answer, sandbox, details } = why;
  const { verdict, trail } = decision;
  return html`<p>
      <b>${inertLine(toolName)}</b>:
      <span class=${TONES[verdict]}>${SIGNS[verdict]} ${verdict}</span>
      ${decision.risk === undefined ? nothing : html`<span class="dim">· risk ${decision.risk}</span>`}
      ${sandbox === undefined ? nothing : html`<span class="dim">· sandbox: ${inertLine(sandbox)}</span>`}
      ${details === undefined ? nothing : html`<span class="dim">· ended: ${details.ending}</span>`}
    </p>
    <div class="dialog-text" tabindex="0">
      <table class="trail">
        <thead>
          <tr>
            <th>check</th>
            <th>said</th>
            <th>why</th>
          </tr>
        </thead>
        <tbody>
          ${trail.map(trailRow)}
        </tbody>
      </table>
      ${
        answer === undefined
          ? nothing
          : html`<p>
              Answered
              <b>${answer.verdict}</b>${answer.verdict === "approve" ? `, ${answer.scope}` : ""} by
              ${inertLine(answer.by)}${answer.verdict === "deny" && answer.reason !== undefined ? `: ${inertLine(answer.reason)}` : ""}
            </p>`
      }
      <p class="faint">Arguments</p>
      <pre class="output">${visibleText(JSON.stringify(args, null, 2))}</pre>
    </div>`;
}

function trailRow({ stage, verdict, reason, rule, origin }: TrailStep): TemplateResult {
  return html`<tr>
    <td>${stage}</td>
    <td class=${verdict === null ? "faint" : TONES[verdict]}>${verdict ?? "–"}</td>
    <td>
      ${withCode(reason)} ${rule === undefined ? nothing : html`<code>${visibleText(rule)}</code>`}
      ${origin === undefined ? nothing : html`<span class="faint">${inertLine(origin)}</span>`}
    </td>
  </tr>`;
}
