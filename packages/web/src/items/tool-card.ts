import { diffOf, duration, resultWords, type ToolItem } from "@squire/client";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { isWhole } from "../cards/shown-diffs.ts";
import { wish, type Intent } from "../face/intent.ts";
import { inertLine } from "./item-parts.ts";

const OPEN_CHARACTERS = 20_000;
const LIVE_ROWS = 6;

/** A call: one line, and what it did when it is opened. */
export function toolCard(item: ToolItem, isOpen: boolean, now: number): TemplateResult {
  const [sign, tone, words] = markOf(item);
  const body = bodyOf(item, isOpen);
  return html`<div class="tool ${isOpen ? "open" : ""}" data-call=${item.callId}>
    <button
      type="button"
      class="tool-head row"
      aria-expanded=${isOpen}
      @click=${wish({ type: "toggle", id: item.id })}
    >
      <span class="gutter ${tone}" aria-hidden="true">${sign}</span>
      <span class="tool-name">${inertLine(item.name)}</span>
      <span class="tool-summary mono cut" title=${inertLine(item.summary)}
        >${withoutName(item)}</span
      >
      <span class="tool-end dim number">${endWords(item, now)}</span>
      <span class="unseen">${words}</span>
    </button>
    ${body === nothing ? nothing : html`<div class="tool-body">${body}</div>`}
  </div>`;
}

type Mark = readonly [sign: string, tone: string, words: string];

function markOf(item: ToolItem): Mark {
  if (item.state === "asking") return ["?", "caution", "waits for your answer"];
  if (item.end === null) {
    if (item.state === "done") return ["✗", "faint", "not run"];
    return ["…", item.state === "running" ? "accent working" : "faint", item.state];
  }
  if (!item.end.ok) return ["✗", "danger", "failed"];
  // The tool did its work; the command it ran did not.
  if ((item.end.details.exitCode ?? 0) !== 0) return ["✗", "caution", "ended badly"];
  return ["✓", "ok", "done"];
}

/** Summaries begin with the tool's name, which already stands there. */
function withoutName({ name, summary }: ToolItem): string {
  const text = inertLine(summary);
  return text === name ? "" : text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

function endWords(item: ToolItem, now: number): string {
  if (item.end !== null) {
    const took = item.end.details.durationMs;
    const words = inertLine(resultWords(item.name, item.end)).slice(0, 80);
    return took >= 1 ? `${words} · ${duration(took)}` : words;
  }
  if (item.state === "done") return "not run";
  if (item.state !== "running" || item.startedAt === null) return item.state;
  const seconds = Math.floor(Math.max(0, now - item.startedAt) / 1000);
  return seconds < 1 ? "running" : `running ${seconds} s`;
}

function bodyOf(item: ToolItem, isOpen: boolean): unknown {
  if (item.end === null) return liveBody(item, isOpen);
  const diff = diffOf(item.end.details.data);
  if (!isOpen) return item.end.ok ? nothing : failureText(item.end.text);
  return [
    diff === null ? nothing : html`<squire-diff .diff=${diff}></squire-diff>`,
    diff === null || !item.end.ok ? openText(item.end.text) : nothing,
    cardFoot(item),
  ];
}

function liveBody(item: ToolItem, isOpen: boolean): unknown {
  if (item.preview !== null) {
    const { files } = item.preview;
    // What is asked about is shown where it is asked, if all of it can be.
    return isOpen || (item.state === "asking" && !isWhole(item.preview))
      ? files.map(({ diff }) => html`<squire-diff .diff=${diff}></squire-diff>`)
      : nothing;
  }
  if (item.output === "") return isOpen ? argsText(item) : nothing;
  const rows = inertText(item.output).trimEnd().split("\n");
  const shown = rows.slice(isOpen ? -200 : -LIVE_ROWS);
  return html`<pre class="output live">${shown.join("\n")}</pre>`;
}

/** Why it failed is always worth a few rows. */
function failureText(text: string): unknown {
  const rows = inertText(text).trimEnd().split("\n").slice(0, 6);
  return html`<pre class="output danger-text">${rows.join("\n")}</pre>`;
}

function openText(text: string): unknown {
  const shown = inertText(text).trimEnd();
  if (shown === "") return html`<p class="faint">No output.</p>`;
  const cut = shown.length - OPEN_CHARACTERS;
  return html`<pre class="output" tabindex="0">${shown.slice(0, OPEN_CHARACTERS)}</pre>
    ${cut > 0 ? html`<p class="faint">${cut} more characters</p>` : nothing}`;
}

function argsText({ args, argsText: raw }: ToolItem): unknown {
  const text = args === null ? raw : JSON.stringify(args, null, 2);
  return text === "" ? nothing : html`<pre class="output">${inertText(text)}</pre>`;
}

/** What else there is to know about a call. */
function cardFoot(item: ToolItem): TemplateResult {
  const { artifactId, changedFiles = [], untrusted = false } = item.end?.details ?? {};
  return html`<div class="tool-foot">
    ${
      changedFiles.length === 0
        ? nothing
        : html`<span class="mono dim">${changedFiles.map(inertLine).join(", ")}</span>`
    }
    ${untrusted ? html`<span class="caution">⚠ from outside this machine</span>` : nothing}
    ${artifactId === undefined ? nothing : link("whole output", { type: "artifact", artifactId })}
    ${link("why was it allowed?", { type: "why", callId: item.callId })}
  </div>`;
}

function link(words: string, intent: Intent): TemplateResult {
  return html`<button type="button" class="quiet" @click=${wish(intent)}>${words}</button>`;
}
