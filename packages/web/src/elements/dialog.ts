import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Dialog } from "../face/face-state.ts";
import { artifactView } from "../dialogs/artifact.ts";
import { confirmYolo, deleteForm, renameForm } from "../dialogs/confirm.ts";
import { helpView } from "../dialogs/help.ts";
import { rewindView } from "../dialogs/rewind.ts";
import { whyView } from "../dialogs/why.ts";
import { inertLine } from "../items/item-parts.ts";
import { LightElement } from "./light-element.ts";

/** What lies above the page, one thing at a time. Esc is always the way out. */
@customElement("squire-dialog")
export class SquireDialog extends LightElement {
  @property({ attribute: false }) accessor dialog: Dialog | null = null;
  @query("dialog") private accessor box: HTMLDialogElement | null = null;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("dialog") || this.box === null) return;
    if (this.dialog !== null && !this.box.open) this.box.showModal();
    if (this.dialog === null && this.box.open) this.box.close();
  }

  protected override render(): unknown {
    const { dialog } = this;
    return html`<dialog
      class="dialog ${dialog?.type ?? ""}"
      aria-label=${dialog === null ? nothing : titleOf(dialog)}
      @close=${() => this.#close()}
      @click=${this.#onClick}
    >
      ${
        dialog === null
          ? nothing
          : html`<div class="dialog-box">
              <div class="dialog-head">
                <h2 class="cut">${titleOf(dialog)}</h2>
                <button type="button" class="icon" aria-label="Close" @click=${() => this.#close()}>
                  ×
                </button>
              </div>
              ${this.#body(dialog)}
            </div>`
      }
    </dialog>`;
  }

  #body(dialog: Dialog): TemplateResult {
    const want = this.want.bind(this);
    switch (dialog.type) {
      case "pick":
        return html`<squire-picker
          .what=${dialog.what}
          .choices=${dialog.choices}
          .present=${dialog.present}
        ></squire-picker>`;
      case "confirm-yolo":
        return confirmYolo(want);
      case "why":
        return whyView(dialog.why);
      case "artifact":
        return artifactView(dialog.artifact, want);
      case "rewind":
        return rewindView(dialog.rewind, want);
      case "rename":
        return renameForm(dialog.session, want);
      case "delete":
        return deleteForm(dialog.session, want);
      case "text":
        return html`<squire-markdown
          class="prose dialog-text"
          tabindex="0"
          .text=${dialog.text}
        ></squire-markdown>`;
      case "help":
        return helpView();
    }
  }

  #close(): void {
    if (this.dialog !== null) this.want({ type: "dialog", dialog: null });
  }

  /** A click beside the box. */
  readonly #onClick = (event: Event): void => {
    if (event.target === this.box) this.#close();
  };
}

function titleOf(dialog: Dialog): string {
  switch (dialog.type) {
    case "pick":
      return dialog.what;
    case "confirm-yolo":
      return "Ask for nothing?";
    case "why":
      return "Why";
    case "artifact":
      return "Whole output";
    case "rewind":
      return "Take back";
    case "rename":
      return "Rename session";
    case "delete":
      return "Delete session";
    case "text":
      return inertLine(dialog.title);
    case "help":
      return "Keys";
  }
}
