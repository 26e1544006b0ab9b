import { fuzzyRank, type HostClient } from "@squire/client";
import type { MethodResult, SettingInfo, UserFailure } from "@squire/protocol";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { failureOf } from "../face/failure-of.ts";
import { failureRow, inertLine, withCode } from "../items/item-parts.ts";

type Keys = MethodResult<"keys.list">["keys"];
type Loaded = {
  readonly settings: readonly SettingInfo[];
  readonly keys: Keys;
  readonly checks: MethodResult<"doctor.run">["checks"];
};

const SIGNS = { ok: ["✓", "ok"], warn: ["⚠", "caution"], fail: ["✗", "danger"] } as const;

/** Settings with where they come from, keys, and what is wrong on the machine. */
@customElement("squire-settings")
export class SquireSettings extends LightElement {
  @property({ attribute: false }) accessor client: HostClient | null = null;
  @state() private accessor loaded: Loaded | "loading" | UserFailure = "loading";
  @state() private accessor filter = "";
  @state() private accessor editing: string | null = null;
  @state() private accessor problem: UserFailure | null = null;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("client") && this.client !== null) void this.#load(this.client);
  }

  protected override render(): unknown {
    const { loaded } = this;
    if (loaded === "loading") {
      return html`<div class="page"><p class="empty faint" role="status">Loading…</p></div>`;
    }
    if (!("settings" in loaded)) return html`<div class="page">${failureRow(loaded)}</div>`;
    const shown = fuzzyRank(loaded.settings, this.filter, ({ key, description }) => [
      key,
      description,
    ]);
    return html`<div class="page settings" tabindex="0">
      ${this.#doctor(loaded)} ${this.#keys(loaded)}
      <h2 class="page-title">Settings</h2>
      <input
        type="search"
        aria-label="Filter settings"
        placeholder="Filter"
        @input=${this.#onFilter}
      />
      <ul class="setting-list">
        ${shown.map((setting) => this.#row(setting))}
      </ul>
    </div>`;
  }

  #doctor({ checks }: Loaded): TemplateResult {
    const bad = checks.filter(({ status }) => status !== "ok");
    return html`<h2 class="page-title">This machine</h2>
      ${bad.length === 0 ? html`<p class="ok">✓ Nothing is wrong.</p>` : nothing}
      <ul>
        ${bad.map(({ name, status, message, advice }) => {
          const [sign, tone] = SIGNS[status];
          return html`<li class="row">
            <span class="gutter ${tone}" aria-hidden="true">${sign}</span>
            <span
              >${inertLine(name)}: ${withCode(message)}
              ${advice === undefined ? nothing : html`<span class="dim">${withCode(advice)}</span>`}</span
            >
          </li>`;
        })}
      </ul>`;
  }

  #keys({ keys }: Loaded): TemplateResult {
    return html`<h2 class="page-title">Keys</h2>
      ${keys.length === 0 ? html`<p class="dim">No provider has a key. ${withCode("`squire setup` asks for one.")}</p>` : nothing}
      <ul>
        ${keys.map(
          ({ provider, origin, stored }) =>
            html`<li class="row">
              <span class="gutter ${origin === null ? "faint" : "ok"}" aria-hidden="true"
                >${origin === null ? "–" : "✓"}</span
              >
              <b>${inertLine(provider)}</b>&nbsp;<span class="dim"
                >${inertLine(origin ?? "no key")} ${stored.map(inertLine).join(", ")}</span
              >
            </li>`,
        )}
      </ul>`;
  }

  #row({ key, value, origin, description }: SettingInfo): TemplateResult {
    const isSet = origin !== "defaults" && origin !== "unset";
    const shown = value === null ? "unset" : JSON.stringify(value);
    return html`<li class="setting">
      <div class="setting-head">
        <span class="mono">${inertLine(key)}</span>
        <span class="mono dim setting-value">${inertLine(shown)}</span>
        ${isSet ? html`<span class="faint">${inertLine(origin)}</span>` : nothing}
        <button type="button" class="quiet" @click=${() => this.#edit(key)}>change</button>
      </div>
      <p class="dim">${withCode(description)}</p>
      ${this.editing === key ? this.#form(key, shown) : nothing}
    </li>`;
  }

  #form(key: string, shown: string): TemplateResult {
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const input = this.querySelector<HTMLInputElement>("input[name=value]");
      void this.#save(key, input?.value ?? "");
    };
    return html`<form class="answers" @submit=${submit}>
        <input
          type="text"
          name="value"
          aria-label=${`Value of ${key}`}
          .value=${shown === "unset" ? "" : shown}
        />
        <button type="submit" class="button main">Save</button>
        <button type="button" class="quiet" @click=${() => void this.#save(key, null)}>
          unset
        </button>
      </form>
      ${this.problem === null ? nothing : failureRow(this.problem)}`;
  }

  #edit(key: string): void {
    this.problem = null;
    this.editing = this.editing === key ? null : key;
  }

  readonly #onFilter = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.filter = event.target.value;
  };

  async #save(key: string, value: string | null): Promise<void> {
    const { client } = this;
    if (client === null) return;
    try {
      const typed = value === null ? {} : { typed: true };
      await client.call("settings.set", { key, value, ...typed });
      this.problem = null;
      this.editing = null;
      await this.#load(client);
    } catch (error) {
      this.problem = failureOf(error);
    }
  }

  async #load(client: HostClient): Promise<void> {
    try {
      const [{ settings }, { keys }, { checks }] = await Promise.all([
        client.call("settings.get", {}),
        client.call("keys.list", {}),
        client.call("doctor.run", {}),
      ]);
      this.loaded = { settings, keys, checks };
    } catch (error) {
      this.loaded = failureOf(error);
    }
  }
}
