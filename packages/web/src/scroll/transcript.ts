import type { Item, View } from "@squire/client";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { LightElement } from "../elements/light-element.ts";
import type { Older } from "../face/face-state.ts";
import { beginning } from "./beginning.ts";
import { RowWatcher, type SizedRow } from "./row-watcher.ts";
import { RowWindow, type Anchor } from "./row-window.ts";

/** So near to the end, new rows pull the view along. */
const NEAR_END = 48;
/** So near to the beginning, what came before is read. */
const NEAR_START = 600;

/** The transcript. Only rows that can be seen are in the page, however long the session is. */
@customElement("squire-transcript")
export class SquireTranscript extends LightElement {
  @property({ attribute: false }) accessor view: View | null = null;
  @property({ attribute: false }) accessor older: Older | null = null;
  @property({ attribute: false }) accessor opened: ReadonlySet<string> = new Set();
  @property({ attribute: false }) accessor marked: string | null = null;
  @property({ attribute: false }) accessor now = 0;
  @state() private accessor atEnd = true;
  @query(".scroll") private accessor scroller: HTMLElement | null = null;
  @query(".space-above") private accessor above: HTMLElement | null = null;
  @query(".space-below") private accessor below: HTMLElement | null = null;

  readonly #window = new RowWindow();
  readonly #watcher = new RowWatcher((rows) => this.#onResize(rows));
  #anchor: Anchor | null = null;
  #lastTop = 0;
  #range: readonly [number, number] = [0, 0];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.view === null) return;
    const before = changed.get("view");
    const isNew =
      changed.has("older") ||
      (changed.has("view") &&
        (before?.epoch !== this.view.epoch || before.sessionId !== this.view.sessionId));
    if (!isNew && !changed.has("view")) return;
    if (changed.has("older") && !this.atEnd) this.#anchor = this.#window.anchorAt(this.#top());
    this.#window.update(this.older?.items ?? [], this.view, isNew);
    if (before?.sessionId !== this.view.sessionId && changed.has("view")) this.atEnd = true;
  }

  protected override render(): unknown {
    if (this.view === null) return nothing;
    const [start, end] = (this.#range = this.#visible());
    const items: { readonly item: Item; readonly at: number }[] = [];
    for (let at = start; at < end; at++) {
      const item = this.#window.at(at);
      if (item !== undefined) items.push({ item, at });
    }
    return html`<div
        class="scroll"
        tabindex="0"
        role="feed"
        aria-label="Transcript"
        @scroll=${this.#onScroll}
      >
        ${beginning(this.older, this.view)}
        <div class="space-above"></div>
        <div class="rows">
          ${repeat(
            items,
            ({ item }) => item.id,
            ({ item, at }) => this.#row(item, at),
          )}
        </div>
        <div class="space-below"></div>
      </div>
      ${
        this.atEnd
          ? nothing
          : html`<button type="button" class="button latest" @click=${() => this.toEnd()}>
              ↓ latest
            </button>`
      }`;
  }

  #row(item: Item, at: number): TemplateResult {
    return html`<squire-item
      role="article"
      aria-posinset=${at + 1}
      aria-setsize=${this.#window.length}
      data-at=${at}
      .item=${item}
      .isOpen=${this.opened.has(item.id)}
      .isMarked=${this.marked === item.id}
      .citations=${this.#window.citationsOf(item)}
      .now=${item.kind === "tool" && item.state === "running" ? this.now : 0}
    ></squire-item>`;
  }

  /** When a session can be read first, for measurements. */
  protected override firstUpdated(): void {
    performance.mark("squire-session");
  }

  protected override updated(changed: PropertyValues<this>): void {
    const [start, end] = this.#range;
    const { total } = this.#window;
    if (this.above !== null) this.above.style.height = `${this.#window.before(start)}px`;
    if (this.below !== null) this.below.style.height = `${total - this.#window.before(end)}px`;
    this.#watcher.watch(this.scroller, this.querySelectorAll(".rows > squire-item"));
    if (this.#anchor !== null) this.#restore(this.#anchor);
    else if (this.atEnd) this.#stickToEnd();
    if (changed.has("marked") && this.marked !== null) this.#reveal(this.marked);
  }

  override disconnectedCallback(): void {
    this.#watcher.stop();
    super.disconnectedCallback();
  }

  /** Shows the newest row, and stays with what comes. */
  toEnd(): void {
    this.atEnd = true;
    this.#stickToEnd();
  }

  #stickToEnd(): void {
    const { scroller } = this;
    if (scroller === null) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#lastTop = scroller.scrollTop;
    if (this.#isOutside()) this.requestUpdate();
  }

  #visible(): readonly [number, number] {
    const height = this.scroller?.clientHeight ?? 800;
    const top = this.atEnd ? Math.max(0, this.#window.total - height) : this.#top();
    return this.#window.range(top, height);
  }

  /** How far down the rows are scrolled, without what stands above them. */
  #top(): number {
    const { scroller, above } = this;
    return scroller === null || above === null ? 0 : scroller.scrollTop - above.offsetTop;
  }

  #isOutside(): boolean {
    const [start, end] = this.#visible();
    return start < this.#range[0] || end > this.#range[1];
  }

  /** Rows have come above: the one that was looked at stays where it is. */
  #restore({ id, into }: Anchor): void {
    this.#anchor = null;
    const at = this.#window.find(id);
    const { scroller, above } = this;
    if (at === null || scroller === null || above === null) return;
    scroller.scrollTop = above.offsetTop + this.#window.before(at) + into;
    this.requestUpdate();
  }

  #reveal(id: string): void {
    const at = this.#window.find(id);
    const { scroller, above } = this;
    if (at === null || scroller === null || above === null) return;
    const top = above.offsetTop + this.#window.before(at);
    const bottom = top + this.#window.height(at);
    this.atEnd = at === this.#window.length - 1;
    if (top < scroller.scrollTop) scroller.scrollTop = top - 24;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = Math.min(top - 24, bottom - scroller.clientHeight + 24);
    }
  }

  readonly #onScroll = (): void => {
    const { scroller } = this;
    if (scroller === null) return;
    const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    // What came meanwhile makes the end farther away too: only who goes up leaves it.
    if (left < NEAR_END) this.atEnd = true;
    else if (scroller.scrollTop < this.#lastTop - 1) this.atEnd = false;
    this.#lastTop = scroller.scrollTop;
    if (scroller.scrollTop < NEAR_START && !this.atEnd) this.want({ type: "older" });
    if (this.#isOutside()) this.requestUpdate();
  };

  #onResize(rows: readonly SizedRow[]): void {
    const { scroller } = this;
    if (scroller === null) return;
    const first = this.#window.rowAt(this.#top());
    const marked = this.#window.placeOf(this.marked, first, this.#top() + scroller.clientHeight);
    let shift = 0;
    for (const { at, height } of rows) {
      // A marked row stays where it was brought by guesses.
      const isAbove = at < first || (at < marked && this.#window.isGuessed(at));
      const grown = this.#window.measure(at, height);
      if (isAbove) shift += grown;
    }
    if (this.atEnd) this.#stickToEnd();
    else if (shift !== 0) scroller.scrollTop += shift;
    if (this.#isOutside()) this.requestUpdate();
  }
}
