import type { Credentials } from "@squire/client";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { isWriting } from "../cards/card-keys.ts";
import { Face } from "../face/face.ts";
import type { FaceState } from "../face/face-state.ts";
import { INTENT, type Intent } from "../face/intent.ts";
import { meaningOf } from "../face/keys.ts";
import { sessionTitle, withOpenSession } from "../face/open-session.ts";
import { parseRoute } from "../face/route.ts";
import type { WebPorts } from "../face/tools.ts";
import { inertLine } from "../items/item-parts.ts";
import { topBar } from "./bar.ts";
import { chatPage, emptyChat } from "./chat.ts";
import { LightElement } from "./light-element.ts";
import { noticeList } from "./notices.ts";
import { Room } from "./room.ts";
import { spokenWords } from "./spoken.ts";

/** A letter waits so long for another one. */
const CHORD_MS = 1200;

/** The root: composes the page, listens to wishes and keys. */
@customElement("squire-app")
export class SquireApp extends LightElement {
  @state() private accessor face: FaceState | null = null;
  @state() private accessor now = Date.now();
  #face: Face | null = null;
  #chord: { readonly key: string; readonly at: number } | null = null;
  #ticks: ReturnType<typeof setInterval> | undefined;
  #room: Room | null = null;

  /** What stood there while the page was loading goes. */
  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  /** Begins. Who has nothing to show is asked for a token. */
  start(ports: WebPorts, auth: Credentials | null, theme: FaceState["theme"]): void {
    const route = parseRoute(location.hash);
    this.#room = new Room((room) => void this.#face?.perform({ type: "room", room }));
    const panel = this.#room.now === "three" ? "work" : null;
    this.#face = new Face(ports, { route, theme, panel }, (next) => this.#draw(next));
    this.addEventListener(INTENT, this.#onIntent);
    document.addEventListener("keydown", this.#onKey);
    window.addEventListener("hashchange", this.#onHash);
    document.addEventListener("visibilitychange", this.#onSeen);
    this.#ticks = setInterval(() => this.#tick(), 1000);
    if (auth !== null) this.#face.sign(auth);
    this.#draw(this.#face.state);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#ticks);
    this.#room?.[Symbol.dispose]();
    document.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("hashchange", this.#onHash);
    document.removeEventListener("visibilitychange", this.#onSeen);
    super.disconnectedCallback();
  }

  protected override render(): unknown {
    const { face } = this;
    if (face === null) return nothing;
    if (face.link === null || face.link.type === "refused") {
      return html`<squire-connect .link=${face.link}></squire-connect>`;
    }
    const isTalk = face.route.page === "chat" && face.route.sessionKey !== null;
    const isWide = isTalk && face.panel !== null;
    return html`<div
        class="layout ${isWide ? "with-panel" : ""} ${face.drawer ? "with-drawer" : ""}"
      >
        <aside class="side" aria-label="Sessions">
          <squire-sessions
            .sessions=${withOpenSession(face, this.now)}
            .route=${face.route}
            .now=${this.now}
          ></squire-sessions>
        </aside>
        <div class="drawer-shade" @click=${() => this.want({ type: "drawer", open: false })}></div>
        <main class="main">${topBar(face)} ${this.#page(face)}</main>
        ${
          isWide
            ? html`<aside class="panel" aria-label="Panel">
                <squire-panel .face=${face}></squire-panel>
              </aside>`
            : nothing
        }
      </div>
      <squire-dialog .dialog=${face.dialog}></squire-dialog>
      ${noticeList(face.notices)}
      <div class="unseen" role="log" aria-live="polite">${spokenWords(face.view)}</div>`;
  }

  #page(face: FaceState): TemplateResult {
    const client = this.#face?.clientOrNull() ?? null;
    switch (face.route.page) {
      case "usage":
        void import("../pages/usage.ts");
        return html`<squire-usage
          .client=${client}
          .sessionKey=${face.view?.sessionId ?? null}
          .theme=${face.theme}
        ></squire-usage>`;
      case "settings":
        void import("../pages/settings.ts");
        return html`<squire-settings .client=${client}></squire-settings>`;
      case "chat":
        return face.route.sessionKey === null
          ? emptyChat(face, client)
          : chatPage(face, client, this.now);
    }
  }

  #draw(next: FaceState): void {
    this.face = next;
    const asks = (next.view?.approvals.length ?? 0) + (next.view?.questions.length ?? 0) > 0;
    const { view, sessions } = next;
    const named = view === null ? null : sessionTitle(view, sessions);
    const title = next.route.page === "chat" ? inertLine(named ?? "Squire") : "Squire";
    document.title = asks ? `? ${title}` : title;
  }

  /** Only what counts seconds needs the time. What waits for its frame is drawn along. */
  #tick(): void {
    const face = this.#face?.state ?? null;
    if (face?.view?.status !== "working" && Date.now() - this.now <= 30_000) return;
    this.face = face;
    this.now = Date.now();
  }

  readonly #onIntent = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return;
    const intent: Intent = event.detail;
    void this.#face?.perform(intent);
  };

  /** Other sessions may have gone on while nobody looked. */
  readonly #onSeen = (): void => {
    if (!document.hidden) this.#face?.refreshList();
  };

  readonly #onHash = (): void => this.#face?.go(parseRoute(location.hash));

  readonly #onKey = (event: KeyboardEvent): void => {
    // As it stands now: what was drawn last may be behind fast keys.
    const face = this.#face?.state ?? null;
    if (face === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (isWriting(event.target) || face.link === null) return;
    if (face.dialog !== null) {
      // It is drawn with the next frame: what is typed is for it already, not for what lies behind.
      if (this.face?.dialog === null) event.preventDefault();
      return;
    }
    const after =
      this.#chord !== null && event.timeStamp - this.#chord.at < CHORD_MS ? this.#chord.key : null;
    this.#chord = event.key === "g" && after === null ? { key: "g", at: event.timeStamp } : null;
    const meaning = meaningOf(event.key, after, face);
    // The second letter of a chord is no answer to a card, also when the chord means nothing.
    if (meaning !== null || (after !== null && event.key.length === 1)) event.preventDefault();
    if (meaning === null) return;
    if (meaning.type !== "focus") this.want(meaning);
    else if (meaning.where === "composer")
      this.querySelector<HTMLElement>("squire-composer")?.focus();
    else this.#focusSessions();
  };

  #focusSessions(): void {
    this.want({ type: "drawer", open: true });
    this.querySelector<HTMLElement>("squire-sessions input")?.focus();
  }
}
