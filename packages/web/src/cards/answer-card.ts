import type { PropertyValues } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { answerKey, takeFocus } from "./card-keys.ts";

/**
 * A card that waits for an answer. What it shows for the first time gives the focus to its safest
 * answer and takes letters a moment later; a drawing of the same leaves both as they are.
 */
export abstract class AnswerCard extends LightElement {
  #shown: string | null = null;
  #shownAt = 0;
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
    this.#shownAt = performance.now();
    this.begin();
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
