import { watchSession, type Credentials, type HostClient, type Watched } from "@squire/client";
import { HostError } from "@squire/protocol/values";
import { HostLine } from "../connect/host-line.ts";
import type { LinkState } from "../connect/link.ts";
import { failureOf } from "./failure-of.ts";
import {
  firstState,
  NO_OLDER,
  type FaceState,
  type FirstState,
  type Notice,
} from "./face-state.ts";
import type { Intent } from "./intent.ts";
import { changesList, growsTree, SoonOnce } from "./list-news.ts";
import { performIntent } from "./perform/perform.ts";
import { routeHash, type Route } from "./route.ts";
import type { FaceTools, WebPorts } from "./tools.ts";

const MOST_NOTICES = 4;
/** What is only good to know goes by itself. */
const INFO_MS = 6000;
/** The page behind its elements: holds the state, follows the session, carries wishes out. */
export class Face {
  readonly #ports: WebPorts;
  readonly #draw: (state: FaceState) => void;
  readonly #tools: FaceTools;
  #state: FaceState;
  #isDrawing = false;
  readonly #line: HostLine;
  #watched: Watched | null = null;
  #notices = 0;
  readonly #listNews: SoonOnce;

  constructor(ports: WebPorts, first: FirstState, draw: (state: FaceState) => void) {
    this.#ports = ports;
    this.#draw = draw;
    this.#line = new HostLine(ports, {
      state: (link) => this.#onLink(link),
      open: () => void this.#begin(),
    });
    this.#listNews = new SoonOnce(ports, () => void this.perform({ type: "sessions.refresh" }));
    this.#state = firstState(first);
    this.#tools = {
      ports,
      state: () => this.#state,
      set: (change) => this.#set(change),
      client: () => this.#client(),
      session: () => this.#session(),
      go: (route) => this.go(route),
      say: (notice) => this.#say(notice),
      sign: (auth) => this.sign(auth),
      hurry: () => this.#line.hurry(),
      perform: (intent) => this.perform(intent),
    };
  }

  get state(): FaceState {
    return this.#state;
  }

  /** Does what somebody wants; what fails is said on the page. Never rejects. */
  async perform(intent: Intent): Promise<void> {
    try {
      await performIntent(intent, this.#tools);
    } catch (error) {
      const { message, advice = null } = failureOf(error);
      this.#say({ level: "error", text: message, advice });
    }
  }

  /** Signs in, or out with null. */
  sign(auth: Credentials | null): void {
    this.#watched?.close();
    this.#watched = null;
    this.#followed = undefined;
    // Nothing stays in view for who comes next.
    if (auth === null) this.#set(firstState(this.#state));
    else this.#set({ link: { type: "connecting" } });
    void this.#line.sign(auth);
  }

  /** Shows another page, and follows the session that is on it. */
  go(route: Route): void {
    const before = this.#state.route;
    const isSame = JSON.stringify(route) === JSON.stringify(before);
    this.#set({ route, drawer: false });
    if (!isSame) this.#ports.setHash(routeHash(route));
    if (route.page === "chat" && route.sessionKey !== this.#followed) {
      this.#follow(route.sessionKey);
    }
  }

  /** Undefined: what is in view is followed no more, and going there begins again. */
  #followed: string | null | undefined;

  /** Asks for the sessions again, soon and once. */
  refreshList(): void {
    if (this.#line.client !== null) this.#listNews.ask();
  }

  #onLink(link: LinkState): void {
    const before = this.#state.link;
    this.#set({ link });
    // What a list shows may have changed while nobody could hear it.
    if (link.type === "online" && before?.type === "reconnecting" && this.#line.client !== null) {
      this.refreshList();
    }
  }

  /** What a page needs that has just been let in. */
  async #begin(): Promise<void> {
    const { route, sessions } = this.#state;
    // What somebody came for is asked for first.
    if (route.page === "chat" && route.sessionKey !== null) this.#follow(route.sessionKey);
    void this.perform({ type: "sessions.search", query: sessions.query });
    const client = this.#client();
    const [setup, { commands }] = await Promise.all([
      client.call("setup.get", {}),
      client.call("commands.list", {}),
    ]).catch(() => [null, { commands: [] }] as const);
    this.#set({ setup, commands });
  }

  #follow(sessionKey: string | null): void {
    this.#watched?.close();
    this.#watched = null;
    // Before somebody was let in nothing can be followed yet.
    this.#followed = this.#line.client === null ? undefined : sessionKey;
    const rest = {
      older: NO_OLDER,
      opened: new Set<string>(),
      marked: null,
      tree: null,
      citation: null,
    };
    this.#set({ ...rest, view: null, opening: sessionKey === null ? "ready" : "loading" });
    if (sessionKey === null || this.#line.client === null) return;
    const watched: Watched = watchSession(this.#client(), sessionKey, {
      onView: (view, { event }) => {
        if (watched !== this.#watched) return;
        if (changesList(event)) this.refreshList();
        const isNew = view.epoch !== this.#state.view?.epoch;
        this.#set({ view, opening: "ready", ...(isNew ? { older: NO_OLDER } : {}) });
        if (isNew || growsTree(event)) void this.perform({ type: "tree.refresh" });
      },
    });
    this.#watched = watched;
    void this.#untilEnd(watched);
  }

  async #untilEnd(watched: Watched): Promise<void> {
    const end = await watched.ended;
    if (watched !== this.#watched || end.type !== "failed") return;
    this.#watched = null;
    this.#followed = undefined;
    this.#set({ opening: failureOf(end.error) });
  }

  /** Null before somebody has signed in. */
  clientOrNull(): HostClient | null {
    return this.#line.client;
  }

  #client(): HostClient {
    const { client } = this.#line;
    if (client !== null) return client;
    throw new HostError({ code: "offline", message: "Nobody is signed in.", retryable: false });
  }

  async #session(): Promise<string> {
    const { route } = this.#state;
    if (route.page === "chat" && route.sessionKey !== null) return route.sessionKey;
    const { sessionKey } = await this.#client().call("sessions.create", {});
    this.go({ page: "chat", sessionKey });
    this.refreshList();
    return sessionKey;
  }

  #say({
    advice = null,
    ...notice
  }: Omit<Notice, "id" | "advice"> & { readonly advice?: string | null }): void {
    const said = { ...notice, advice, id: ++this.#notices };
    const same = this.#state.notices.filter(({ text }) => text !== notice.text);
    this.#set({ notices: [...same, said].slice(-MOST_NOTICES) });
    if (notice.level !== "info") return;
    this.#ports.later(INFO_MS, () => void this.perform({ type: "dismiss", id: said.id }));
  }

  /** Many changes within a frame are drawn once. */
  #set(change: Partial<FaceState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#ports.frame(() => {
      this.#isDrawing = false;
      this.#draw(this.#state);
    });
  }
}
