import type {
  CitationsItem,
  Item,
  PlanItem,
  ShellItem,
  ThinkingItem,
  UserItem,
} from "@squire/client";
import { duration, imageWords } from "@squire/client";
import type { Citation } from "@squire/protocol";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { CITATION_MARKS, CITATION_WORDS } from "../text/citations.ts";
import { briefRow } from "./brief-rows.ts";
import { factRow, failureRow, inertLine } from "./item-parts.ts";
import { toolCard } from "./tool-card.ts";

/** One thing of the transcript. */
@customElement("squire-item")
export class SquireItem extends LightElement {
  @property({ attribute: false }) accessor item: Item | null = null;
  @property({ attribute: false }) accessor isOpen = false;
  @property({ attribute: false }) accessor isMarked = false;
  /** Of the turn that a text belongs to. */
  @property({ attribute: false }) accessor citations: readonly Citation[] = [];
  /** Seconds count while something runs. */
  @property({ attribute: false }) accessor now = 0;

  protected override render(): unknown {
    const { item } = this;
    if (item === null) return nothing;
    this.className = `item ${item.kind}${this.isMarked ? " marked" : ""}`;
    switch (item.kind) {
      case "user":
        return this.#user(item);
      case "text":
        return html`<squire-markdown
            class="prose"
            .text=${item.text}
            .growing=${item.state === "streaming"}
            .citations=${this.citations}
            @cite=${(event: CustomEvent<number>) => this.#cite(item.runId, event.detail)}
          ></squire-markdown>
          ${item.state === "cut" ? factRow("✗", "caution", "cut off here") : nothing}`;
      case "thinking":
        return this.#thinking(item);
      case "tool":
        return toolCard(item, this.isOpen, this.now);
      case "shell":
        return this.#shell(item);
      case "error":
        return failureRow(item.failure, item.failure.retryable ? this.#retry() : nothing);
      case "plan":
        return this.#plan(item);
      case "citations":
        return this.#citations(item);
      default:
        return briefRow(item);
    }
  }

  #user(item: UserItem): TemplateResult {
    const extras = item.files.map((path) => `@${inertLine(path)}`);
    extras.push(...item.images.map((image) => inertLine(imageWords(image))));
    return html`<div class="said ${item.synthetic ? "synthetic" : ""}">
      <span class="unseen">You said:</span>
      <p>${inertText(item.text)}</p>
      ${extras.length === 0 ? nothing : html`<p class="mono dim">${extras.join("  ")}</p>`}
    </div>`;
  }

  #thinking({ id, text, state }: ThinkingItem): unknown {
    if (text.trim() === "") return nothing;
    const rows = inertText(text).trim().split("\n");
    const head = state === "streaming" ? (rows.at(-1) ?? "") : (rows[0] ?? "");
    return html`<div class="thought">
      <button
        type="button"
        class="row"
        aria-expanded=${this.isOpen}
        @click=${() => this.want({ type: "toggle", id })}
      >
        <span class="gutter faint" aria-hidden="true">${this.isOpen ? "▾" : "▸"}</span>
        <span class="faint cut"
          >${state === "streaming" ? "thinking" : "thought"}: ${this.isOpen ? "" : head}</span
        >
      </button>
      ${this.isOpen ? html`<p class="thought-text dim">${rows.join("\n")}</p>` : nothing}
    </div>`;
  }

  #shell(item: ShellItem): TemplateResult {
    const isWell = item.running || item.exitCode === 0;
    const sign = item.running ? "…" : isWell ? "✓" : "✗";
    const took = item.durationMs === null ? "running" : duration(item.durationMs);
    const code = item.running || isWell ? "" : ` · exit ${item.exitCode ?? "?"}`;
    return html`<div class="tool">
      <div class="row tool-head">
        <span class="gutter ${isWell ? "ok" : "caution"}" aria-hidden="true">${sign}</span>
        <span class="tool-name">you ran</span>
        <span class="tool-summary mono cut">${inertLine(item.command)}</span>
        <span class="tool-end dim number">${took}${code}${item.private ? " · private" : ""}</span>
      </div>
      ${
        item.output === ""
          ? nothing
          : html`<div class="tool-body">
              <pre class="output">${inertText(item.output).trimEnd()}</pre>
            </div>`
      }
    </div>`;
  }

  #plan({ change, plan }: PlanItem): TemplateResult {
    const done = plan.steps.filter((step) => step.done).length;
    const steps = plan.steps.length === 0 ? "" : ` · ${done} of ${plan.steps.length} steps`;
    return factRow("▸", "accent", `plan ${change.replace("_", " ")}${steps}`);
  }

  #citations({ citations, runId }: CitationsItem): TemplateResult {
    return html`<ul class="source-list" aria-label="Sources">
      ${citations.map(
        (citation) =>
          html`<li>
            <button
              type="button"
              class="row"
              title=${CITATION_WORDS[citation.status]}
              @click=${() => this.#cite(runId, citation.n)}
            >
              <span class="gutter cite ${citation.status}"
                >${CITATION_MARKS[citation.status]}${citation.n}</span
              >
              <span class="dim cut"
                >${inertLine(citation.title ?? citation.source)}${citation.line === undefined ? "" : `:${citation.line}`}</span
              >
            </button>
          </li>`,
      )}
    </ul>`;
  }

  #retry(): TemplateResult {
    return html`<button type="button" class="button" @click=${() => this.want({ type: "retry" })}>
      Try again
    </button>`;
  }

  #cite(runId: string | null, n: number): void {
    if (runId !== null) this.want({ type: "citation", runId, n });
  }
}
