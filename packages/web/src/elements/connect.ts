import { html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LinkState } from "../connect/link.ts";
import { inertLine } from "../items/item-parts.ts";
import { LightElement } from "./light-element.ts";

/** Asks for the token. The host is always the one that this page came from. */
@customElement("squire-connect")
export class SquireConnect extends LightElement {
  @property({ attribute: false }) accessor link: LinkState | null = null;

  protected override render(): unknown {
    const { link } = this;
    const problem = link?.type === "refused" ? link.message : null;
    return html`<main class="connect">
      <form @submit=${this.#onSubmit}>
        <h1>Squire</h1>
        <p class="dim">
          <code>squire web</code> opens this page signed in. Otherwise paste the token that
          <code>squire gateway token show</code> prints.
        </p>
        ${problem === null ? nothing : html`<p class="danger" role="alert">✗ ${inertLine(problem)}</p>`}
        <label for="token">Token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="off"
          spellcheck="false"
          required
          autofocus
        />
        <button type="submit" class="button main" ?disabled=${link?.type === "connecting"}>
          ${link?.type === "connecting" ? "Connecting…" : "Connect"}
        </button>
        <p class="faint">It stays in this tab and goes to ${location.host} alone.</p>
      </form>
    </main>`;
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = this.querySelector("input");
    const token = input?.value.trim() ?? "";
    if (input !== null) input.value = "";
    if (token !== "") this.want({ type: "sign-in", token });
  };
}
