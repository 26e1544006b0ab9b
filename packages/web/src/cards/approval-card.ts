import { approvalParts, approvalReasons, effectWords } from "@squire/client";
import type { ApprovalRequest } from "@squire/protocol";
import { visibleText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { inertLine, withCode } from "../items/item-parts.ts";
import { AnswerCard } from "./answer-card.ts";
import { detailTemplate, hidesSome, isSaid, isShort, type Detail } from "./approval-details.ts";

/** What the gate asks: the exact bytes, the effect, why it asks, and the answers, the safest first. */
@customElement("squire-approval")
export class SquireApproval extends AnswerCard {
  @property({ attribute: false }) accessor request: ApprovalRequest | null = null;
  /** What it changes, where that can be shown whole; otherwise its arguments say it. */
  @property({ attribute: false }) accessor diffs: readonly string[] = [];
  /** How many more wait behind it. */
  @property({ attribute: false }) accessor waiting = 0;
  @state() private accessor reasoning = false;

  protected override get askedId(): string | null {
    return this.request?.approvalId ?? null;
  }

  protected override begin(): void {
    this.reasoning = false;
  }

  protected override render(): unknown {
    const { request } = this;
    if (request === null) return nothing;
    const { given, said } = approvalParts(request.details);
    const circumstances = [
      said.effect === undefined ? null : effectWords(said.effect),
      said.folder === undefined ? null : `in ${inertLine(said.folder)}`,
      said.sandbox === undefined ? null : `sandbox: ${inertLine(said.sandbox)}`,
      `risk ${request.risk}`,
    ].filter((part) => part !== null);
    return html`<section
      class="card asks ${request.risk}"
      role="alertdialog"
      aria-labelledby="approval-title"
      aria-describedby="approval-why"
    >
      <h2 id="approval-title">
        ${inertLine(request.toolName)} asks
        ${this.waiting > 0 ? html`<span class="faint">· ${this.waiting} more</span>` : nothing}
      </h2>
      <div class="card-body" tabindex="0">
        ${this.#given(given)}
        ${isSaid(request, given) ? nothing : html`<p class="dim">${inertLine(request.summary)}</p>`}
      </div>
      <p class="dim">${circumstances.join(" · ")}</p>
      <ul id="approval-why" class="reasons">
        ${approvalReasons(request.reason, said).map((reason) => html`<li>${withCode(reason)}</li>`)}
      </ul>
      ${this.reasoning ? this.#reasonForm() : this.#answers(request)}
    </section>`;
  }

  /** Under a diff the bytes it is made of can be looked up; what a diff may hide stands open. */
  #given(given: readonly Detail[]): unknown {
    if (this.diffs.length === 0) return given.map(detailTemplate);
    const long = given.filter((detail) => !isShort(detail));
    const hides = long.some(hidesSome);
    return html`${given.filter(isShort).map(detailTemplate)}
    ${this.diffs.map((diff) => html`<squire-diff .diff=${diff}></squire-diff>`)}
    ${
      long.length === 0
        ? nothing
        : html`<details class="exact" ?open=${hides}>
            <summary>exactly what runs</summary>
            ${long.map(detailTemplate)}
          </details>`
    }`;
  }

  #answers({ suggestedRule }: ApprovalRequest): TemplateResult {
    return html`<div class="answers">
      <button type="button" class="button" data-safest @click=${() => this.#deny(null)}>
        Deny <kbd>d</kbd>
      </button>
      <button type="button" class="button" @click=${() => this.#approve("once")}>
        Once <kbd>a</kbd>
      </button>
      <button type="button" class="button" @click=${() => this.#approve("session")}>
        This session <kbd>s</kbd>
      </button>
      ${
        suggestedRule === undefined
          ? nothing
          : html`<button type="button" class="button rule" @click=${() => this.#approve("always")}>
              Always <code>${visibleText(suggestedRule)}</code>
            </button>`
      }
      <button type="button" class="quiet" @click=${() => (this.reasoning = true)}>
        tell it why not… <kbd>w</kbd>
      </button>
    </div>`;
  }

  #reasonForm(): TemplateResult {
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const input = this.querySelector<HTMLInputElement>("input[name=reason]");
      this.#deny(input?.value.trim() || null);
    };
    return html`<form class="answers" @submit=${submit}>
      <input
        name="reason"
        type="text"
        aria-label="Why not"
        placeholder="Why not, or what to do instead"
        autofocus
      />
      <button type="submit" class="button">Deny</button>
      <button type="button" class="quiet" @click=${() => (this.reasoning = false)}>back</button>
    </form>`;
  }

  #deny(reason: string | null): void {
    if (this.request === null) return;
    this.want({ type: "deny", approvalId: this.request.approvalId, reason });
  }

  #approve(scope: "once" | "session" | "always"): void {
    if (this.request === null) return;
    this.want({ type: "approve", approvalId: this.request.approvalId, scope });
  }

  protected override answerBy(key: string): boolean {
    if (key === "d") this.#deny(null);
    else if (key === "a") this.#approve("once");
    else if (key === "s") this.#approve("session");
    else if (key === "w") this.#askWhy();
    else return false;
    return true;
  }

  #askWhy(): void {
    this.reasoning = true;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLInputElement>("input[name=reason]")?.focus(),
    );
  }
}
