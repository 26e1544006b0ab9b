import { LitElement } from "lit";
import { want, type Intent } from "../face/intent.ts";

/** An element that draws into the page itself, so that one style sheet and all labels reach it. */
export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected want(intent: Intent): void {
    want(this, intent);
  }
}
