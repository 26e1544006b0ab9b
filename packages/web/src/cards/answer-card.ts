import type { PropertyValues } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { answerKey, takeFocus } from "./card-keys.ts";

/**
 * A card that waits for an answer. What it shows for the first time gives the focus to its safest
 * answer and takes letters a moment later; a drawing of the same leaves both as they are.
 */
export abstract class AnswerCard extends LightElement {
  #shown: string | null = null;
  #shownAt = Number.POSITIVE_INFINITY;
  #isAnother = false;

  /** What it asks; null while it asks nothing. */
  protected abstract get askedId(): string | null;

  /** Answers by a letter; false where the letter is no answer. */
  protected abstract answerBy(key: string): boolean;

  /** Something else is asked from here on. */
  protected begin(): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    this.#isAnother = this.askedId !== this.#shown;
    if (!this.#isAnother) return;
    this.#shown = this.askedId;
    this.#shownAt = Number.POSITIVE_INFINITY;
    this.#noteWhenPainted(this.#shown);
    this.begin();
  }

  /** A frame is on the screen when the task behind it runs: before that nobody has seen the card. */
  #noteWhenPainted(shown: string | null): void {
    requestAnimationFrame(() => {
      setTimeout(() => {
        if (this.#shown === shown) this.#shownAt = performance.now();
      });
    });
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.#isAnother) takeFocus(this.querySelector<HTMLElement>("[data-safest], input"));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const key = answerKey(event, this.#shownAt);
    if (key === null || this.askedId === null || !this.answerBy(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
