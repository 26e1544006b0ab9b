import { ago, dollars, plural } from "@squire/client";
import type { SearchHit } from "@squire/protocol";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { ListedSession, SessionsState } from "../face/face-state.ts";
import type { Route } from "../face/route.ts";
import { failureRow, inertLine } from "../items/item-parts.ts";
import { LightElement } from "./light-element.ts";

const SEARCH_WAIT_MS = 150;

/** The sessions at the left: search, new, and what there is. */
@customElement("squire-sessions")
export class SquireSessions extends LightElement {
  @property({ attribute: false }) accessor sessions: SessionsState | null = null;
  @property({ attribute: false }) accessor route: Route | null = null;
  @property({ attribute: false }) accessor now = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  protected override render(): unknown {
    const { sessions } = this;
    if (sessions === null) return nothing;
    return html`<div class="side-head">
        <input
          type="search"
          aria-label="Search sessions"
          placeholder="Search"
          .value=${sessions.query}
          @input=${this.#onSearch}
        />
        <button
          type="button"
          class="button"
          title="New session (n)"
          @click=${() => this.want({ type: "sessions.new" })}
        >
          + New
        </button>
      </div>
      <nav class="session-list" aria-label="Sessions" @scroll=${this.#onScroll}>
        ${this.#list(sessions)}
      </nav>
      <div class="side-foot">
        ${this.#link("usage", "Usage")} ${this.#link("settings", "Settings")}
        <button
          type="button"
          class="quiet"
          @click=${() => this.want({ type: "dialog", dialog: { type: "help" } })}
        >
          Help <kbd>?</kbd>
        </button>
        <button
          type="button"
          class="quiet"
          title="Forget the token of this tab"
          @click=${() => this.want({ type: "sign-out" })}
        >
          Sign out
        </button>
      </div>`;
  }

  #list(sessions: SessionsState): unknown {
    const { items, hits, query, state } = sessions;
    if (typeof state === "object") return failureRow(state);
    if (items.length === 0 && hits.length === 0) {
      if (state === "loading") return html`<p class="empty faint" role="status">Loading…</p>`;
      return html`<p class="empty faint">
        ${query === "" ? "No session yet. What you send begins one." : `Nothing has “${inertLine(query)}” in it.`}
      </p>`;
    }
    return [
      html`<ul>
        ${repeat(
          items,
          ({ id }) => id,
          (session) => this.#row(session),
        )}
      </ul>`,
      hits.length === 0
        ? nothing
        : html`<h2 class="side-title">in what was said</h2>
            <ul>
              ${hits.map((hit) => this.#hit(hit))}
            </ul>`,
    ];
  }

  #row(session: ListedSession): TemplateResult {
    const { id, title, cwd, turns, costUsd, updatedAt, running } = session;
    const isOpen = this.route?.page === "chat" && this.route.sessionKey === id;
    const folder = cwd.split(/[/\\]/).at(-1) ?? cwd;
    const counted = turns === null ? [] : [plural(turns, "turn")];
    const facts = [folder, ...counted, dollars(costUsd)].join(" · ");
    return html`<li class="session ${isOpen ? "current" : ""}">
      <button
        type="button"
        class="session-open"
        aria-current=${isOpen ? "page" : "false"}
        @click=${() => this.#go(id)}
      >
        <span class="session-title cut">
          ${running ? html`<span class="accent" title="working">●</span> ` : nothing}${inertLine(title ?? "untitled")}
        </span>
        <span class="session-time faint number">${ago(updatedAt, this.now)}</span>
        <span class="session-facts faint cut number" title=${inertLine(cwd)}
          >${inertLine(facts)}</span
        >
      </button>
      <span class="session-tools">
        <button
          type="button"
          class="icon"
          title="Rename"
          aria-label="Rename session"
          @click=${() => this.want({ type: "sessions.ask", what: "rename", session })}
        >
          ✎
        </button>
        <button
          type="button"
          class="icon"
          title="Delete"
          aria-label="Delete session"
          @click=${() => this.want({ type: "sessions.ask", what: "delete", session })}
        >
          ×
        </button>
      </span>
    </li>`;
  }

  #hit({ sessionKey, title, snippet }: SearchHit): TemplateResult {
    return html`<li class="session">
      <button type="button" class="session-open hit" @click=${() => this.#go(sessionKey)}>
        <span class="session-title cut">${inertLine(title ?? "untitled")}</span>
        <span class="session-facts faint">${inertLine(snippet)}</span>
      </button>
    </li>`;
  }

  #link(page: "usage" | "settings", words: string): TemplateResult {
    const isHere = this.route?.page === page;
    return html`<button
      type="button"
      class="quiet ${isHere ? "current" : ""}"
      aria-current=${isHere ? "page" : "false"}
      @click=${() => this.want({ type: "go", route: { page } })}
    >
      ${words}
    </button>`;
  }

  #go(sessionKey: string): void {
    this.want({ type: "go", route: { page: "chat", sessionKey } });
  }

  readonly #onSearch = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    clearTimeout(this.#waiting);
    const query = target.value;
    this.#waiting = setTimeout(() => this.want({ type: "sessions.search", query }), SEARCH_WAIT_MS);
  };

  readonly #onScroll = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    const left = target.scrollHeight - target.scrollTop - target.clientHeight;
    if (left < 200) this.want({ type: "sessions.more" });
  };
}
