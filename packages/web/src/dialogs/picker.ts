import { fuzzyRank } from "@squire/client";
import { MODES, TRUSTS } from "@squire/protocol/values";
import { html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { Choice } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

type What = Extract<Intent, { type: "pick" }>["what"];

/** A list to choose from by keys or words. */
@customElement("squire-picker")
export class SquirePicker extends LightElement {
  @property({ attribute: false }) accessor what: What = "model";
  @property({ attribute: false }) accessor choices: readonly Choice[] = [];
  @property({ attribute: false }) accessor present = "";
  @state() private accessor typed = "";
  @state() private accessor index = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("choices")) return;
    this.typed = "";
    this.index = Math.max(
      0,
      this.choices.findIndex(({ id }) => id === this.present),
    );
  }

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>("input, ul")?.focus();
  }

  protected override updated(): void {
    this.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  protected override render(): unknown {
    const shown = this.#shown();
    const isLong = this.choices.length > 7;
    return html`<div class="picker" @keydown=${this.#onKey}>
      ${
        isLong
          ? html`<input
              type="search"
              aria-label="Filter"
              placeholder="Filter"
              @input=${this.#onInput}
            />`
          : nothing
      }
      <ul role="listbox" tabindex="0" aria-label=${this.what}>
        ${shown.map(
          (choice, at) =>
            html`<li
              role="option"
              aria-selected=${at === this.index}
              @click=${() => this.#choose(choice)}
            >
              <span class="gutter ok" aria-hidden="true"
                >${choice.id === this.present ? "✓" : ""}</span
              >
              <span class="cut">${inertLine(choice.label)}</span>
              <span class="dim">${inertLine(choice.detail)}</span>
            </li>`,
        )}
      </ul>
      ${shown.length === 0 ? html`<p class="empty faint">Nothing fits.</p>` : nothing}
    </div>`;
  }

  #shown(): readonly Choice[] {
    return fuzzyRank(this.choices, this.typed, ({ label, detail }) => [label, detail]);
  }

  readonly #onInput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.typed = event.target.value;
    this.index = 0;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const shown = this.#shown();
    const turn = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const choice = shown[this.index];
    if (turn !== 0 && shown.length > 0)
      this.index = (this.index + turn + shown.length) % shown.length;
    else if (event.key === "Enter" && choice !== undefined) this.#choose(choice);
    else return;
    event.preventDefault();
  };

  #choose({ id }: Choice): void {
    const intent = this.#intentOf(id);
    this.want({ type: "dialog", dialog: null });
    if (intent !== null) this.want(intent);
  }

  #intentOf(id: string): Intent | null {
    switch (this.what) {
      case "model":
        return { type: "model.set", model: id };
      case "thinking":
        return { type: "thinking.set", level: id };
      case "session":
        return { type: "go", route: { page: "chat", sessionKey: id } };
      case "mode": {
        const mode = MODES.find((one) => one === id);
        return mode === undefined ? null : { type: "mode.set", mode };
      }
      case "trust": {
        const trust = TRUSTS.find((one) => one === id);
        return trust === undefined ? null : { type: "trust.set", trust, confirmed: false };
      }
    }
  }
}
