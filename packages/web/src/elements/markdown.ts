import type { Citation } from "@squire/protocol";
import { ReactiveElement, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { markCitations } from "../text/citations.ts";
import { MarkdownBlocks } from "../text/markdown-blocks.ts";
import { want } from "../face/intent.ts";

/** Drawing may take this part of the time; a long open block is drawn less often. */
const SHARE = 5;
const CHEAP_MS = 6;

/** Words of a stranger as Markdown. */
@customElement("squire-markdown")
export class SquireMarkdown extends ReactiveElement {
  @property({ attribute: false }) accessor text = "";
  /** More may follow. */
  @property({ attribute: false }) accessor growing = false;
  @property({ attribute: false }) accessor citations: readonly Citation[] = [];
  readonly #blocks = new MarkdownBlocks(this);
  #restUntil = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("click", this.#onClick);
  }

  override disconnectedCallback(): void {
    clearTimeout(this.#later);
    super.disconnectedCallback();
  }

  protected override updated(changed: PropertyValues<this>): void {
    clearTimeout(this.#later);
    const now = performance.now();
    if (this.growing && now < this.#restUntil) {
      this.#later = setTimeout(() => this.requestUpdate("text"), this.#restUntil - now);
      return;
    }
    if (changed.has("text") || changed.has("growing")) this.#blocks.update(this.text, this.growing);
    if (!this.growing) markCitations(this, this.citations);
    const took = performance.now() - now;
    this.#restUntil = took > CHEAP_MS ? now + took * SHARE : 0;
  }

  readonly #onClick = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const cite = target.closest("[data-cite]")?.getAttribute("data-cite");
    if (cite !== null && cite !== undefined) {
      this.dispatchEvent(new CustomEvent("cite", { detail: Number(cite), bubbles: true }));
      return;
    }
    const figure = target.closest("[data-copy]")?.closest("figure");
    const text = figure?.querySelector("pre")?.textContent;
    if (text !== null && text !== undefined) want(this, { type: "copy", text });
  };
}
