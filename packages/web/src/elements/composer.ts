import { completed, fuzzyRank, triggerOf, type Trigger, type View } from "@squire/client";
import type { CommandInfo, Mode } from "@squire/protocol";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { inertLine } from "../items/item-parts.ts";
import { hintOf } from "./composer-hint.ts";
import { queueList } from "./queue-list.ts";
import { LightElement } from "./light-element.ts";
import type { PathCompleter, Suggestion } from "./path-completer.ts";

const MOST_SUGGESTIONS = 8;

/** Where messages are written, with what waits to be sent above it. */
@customElement("squire-composer")
export class SquireComposer extends LightElement {
  @property({ attribute: false }) accessor view: View | null = null;
  @property({ attribute: false }) accessor draft = "";
  @property({ attribute: false }) accessor commands: readonly CommandInfo[] = [];
  @property({ attribute: false }) accessor complete: PathCompleter | null = null;
  /** Of a session that is not begun yet. */
  @property({ attribute: false }) accessor firstMode: Mode = "code";
  @property({ attribute: false }) accessor isOffline = false;
  @state() private accessor suggestions: readonly Suggestion[] = [];
  @state() private accessor chosen = 0;
  @query("textarea") private accessor field: HTMLTextAreaElement | null = null;
  #trigger: Trigger | null = null;

  override focus(): void {
    this.field?.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { field } = this;
    if (field === null) return;
    // What was written elsewhere: taken back, rewound, completed.
    if (changed.has("draft") && field.value !== this.draft) {
      field.value = this.draft;
      if (this.draft !== "") field.focus();
    }
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  }

  protected override render(): unknown {
    const isWorking = this.view !== null && this.view.status !== "idle";
    return html`${queueList(this.view?.queue ?? [])} ${this.#list()}
      <div class="compose">
        <textarea
          rows="1"
          aria-label="Message"
          placeholder=${isWorking ? "Say more while it works" : hintOf(this.view?.mode ?? this.firstMode)}
          role="combobox"
          aria-expanded=${this.suggestions.length > 0}
          aria-controls="suggestions"
          aria-autocomplete="list"
          aria-activedescendant=${this.suggestions.length > 0 ? `suggestion-${this.chosen}` : nothing}
          enterkeyhint="send"
          @input=${this.#onInput}
          @keydown=${this.#onKey}
          @blur=${() => this.#close()}
        ></textarea>
        ${
          isWorking
            ? html`<button
                type="button"
                class="button"
                @click=${() => this.want({ type: "abort" })}
                ?disabled=${this.view?.status === "aborting"}
              >
                ${this.view?.status === "aborting" ? "Stopping" : "Stop"} <kbd>esc</kbd>
              </button>`
            : nothing
        }
        <button
          type="button"
          class="button main"
          ?disabled=${this.isOffline || this.draft.trim() === ""}
          @click=${() => this.#send(false)}
        >
          Send
        </button>
      </div>`;
  }

  #list(): unknown {
    if (this.suggestions.length === 0) return nothing;
    const mark = this.#trigger?.kind === "file" ? "@" : "/";
    return html`<ul id="suggestions" class="suggestions" role="listbox" aria-label="Suggestions">
      ${this.suggestions.map(
        ({ value, detail }, at): TemplateResult =>
          html`<li
            id="suggestion-${at}"
            role="option"
            aria-selected=${at === this.chosen}
            @mousedown=${(event: Event) => this.#pick(event, at)}
          >
            <span class="mono">${mark}${inertLine(value)}</span>
            <span class="dim cut">${inertLine(detail)}</span>
          </li>`,
      )}
    </ul>`;
  }

  readonly #onInput = (): void => {
    const { field } = this;
    if (field === null) return;
    // At once: what the page hands down comes a frame later.
    this.draft = field.value;
    this.want({ type: "draft", text: field.value });
    this.#trigger = triggerOf({ text: field.value, cursor: field.selectionStart });
    void this.#suggest(this.#trigger);
  };

  async #suggest(trigger: Trigger | null): Promise<void> {
    const found = trigger === null ? [] : await this.#found(trigger);
    if (trigger !== this.#trigger) return;
    this.suggestions = found.slice(0, MOST_SUGGESTIONS);
    this.chosen = 0;
  }

  async #found({ kind, query: typed }: Trigger): Promise<readonly Suggestion[]> {
    if (kind === "file") return (await this.complete?.(typed)) ?? [];
    const ranked = fuzzyRank(this.commands, typed, ({ name, aliases }) => [name, ...aliases]);
    return ranked.map(({ name, args, description }) => {
      return { value: name, detail: args === "" ? description : `${args}  ${description}` };
    });
  }

  #pick(event: Event, at: number): void {
    event.preventDefault();
    const { field } = this;
    const suggestion = this.suggestions[at];
    if (field === null || suggestion === undefined || this.#trigger === null) return;
    const written = { text: field.value, cursor: field.selectionStart };
    const { text, cursor } = completed(written, this.#trigger, suggestion.value);
    field.value = text;
    field.setSelectionRange(cursor, cursor);
    this.#onInput();
  }

  #close(): void {
    this.#trigger = null;
    this.suggestions = [];
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const { length } = this.suggestions;
    if (length > 0 && this.#listKey(event, length)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send(event.altKey);
    } else if (event.key === "Escape") this.#leave(event);
  };

  /** Esc stops what runs; where something is written, it only leaves the field. */
  #leave(event: KeyboardEvent): void {
    const isWorking = this.view !== null && this.view.status !== "idle";
    if (isWorking && this.field?.value === "") this.want({ type: "abort" });
    else this.field?.blur();
    event.stopPropagation();
  }

  #listKey(event: KeyboardEvent, length: number): boolean {
    const turn = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (turn !== 0) this.chosen = (this.chosen + turn + length) % length;
    else if (event.key === "Tab" || (event.key === "Enter" && !this.#isWhole()))
      this.#pick(event, this.chosen);
    else if (event.key === "Escape") this.#close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** A command that is written out is sent, not completed. */
  #isWhole(): boolean {
    const typed = this.field?.value ?? "";
    return (
      this.#trigger?.kind === "command" &&
      typed === `/${this.suggestions[this.chosen]?.value ?? ""}`
    );
  }

  #send(later: boolean): void {
    const text = this.field?.value ?? "";
    if (text.trim() === "" || this.isOffline) return;
    this.#close();
    // What was sent goes at once; it comes back as the draft when it could not be sent.
    this.draft = "";
    this.want({ type: "send", text, later });
  }
}
