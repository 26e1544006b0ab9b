import { emptyView, watchSession, type View, type Watched } from "@squire/client";
import type { MethodParams } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { historyOf } from "../composer/history.ts";
import { AttachedImages } from "./effects/attached-images.ts";
import { InOrder } from "./effects/in-order.ts";
import type { EffectPorts } from "./effects/ports.ts";
import { failureLines, stateLines } from "./items/item-lines.ts";
import { DEFAULT_FACE_SETTINGS, readFaceSettings, type FaceSettings } from "./face-settings.ts";
import { keyMapOf } from "./keys/key-map.ts";
import { lastAnswer } from "./last-answer.ts";
import { LiveScreen } from "./live-screen.ts";
import { unfoldLines } from "./unfold.ts";
import { firstState, type AppState } from "./state/app-state.ts";
import { update, type Message } from "./state/update.ts";
import { Beat } from "./beat.ts";
import { Resting } from "./resting.ts";
import { watchLine } from "./watch-line.ts";
import { welcomeLines } from "./welcome.ts";
import { debugSwitches } from "../terminal/debug-switches.ts";
import type { InputEvent } from "../terminal/keys/key.ts";
import { isDarkColour } from "../terminal/capabilities.ts";
import { clipboardBytes, notificationBytes } from "../terminal/signals-out.ts";
import { loggedPort } from "../terminal/logged-port.ts";
import { TerminalSession } from "../terminal/terminal-session.ts";
import type { Tone } from "../text/span.ts";
import { chooseTheme } from "../theme/choose-theme.ts";
import { darkTheme, lightTheme } from "../theme/theme.ts";
import type { ExitInfo, TuiOptions } from "../tui-options.ts";

/** Owns the terminal: connects keys, the view, the state and the screen. */
export class TerminalFace {
  readonly #options: TuiOptions;
  readonly #screen: LiveScreen;
  readonly #session: TerminalSession;
  readonly #beat: Beat;
  readonly #resting: Resting;
  readonly #exit = Promise.withResolvers<ExitInfo>();
  readonly #wishes = new InOrder();
  readonly #images = new AttachedImages();
  readonly #ready = Promise.withResolvers<void>();
  readonly #stops: (() => void)[] = [];
  #state: AppState;
  #sessionKey: string | null;
  #beginning: Promise<string> | null = null;
  #watched: Watched | null = null;
  #pending: View | null = null;
  #settings: FaceSettings = DEFAULT_FACE_SETTINGS;
  #stopFlush: () => void = () => {};

  constructor(options: TuiOptions) {
    const { terminal, settings, ports } = options;
    const port = loggedPort(options);
    const debug = debugSwitches(terminal.env);
    this.#options = options;
    this.#sessionKey = options.sessionKey;
    this.#state = {
      ...firstState(emptyView(options.sessionKey ?? ""), terminal.size()),
      history: historyOf(settings.history),
    };
    this.#screen = new LiveScreen({ port, debug, now: ports.now, first: this.#state });
    this.#beat = new Beat({
      now: ports.now,
      setTimer: ports.setTimer,
      onBeat: () => this.#drawView(),
    });
    this.#resting = new Resting(ports);
    this.#session = new TerminalSession({
      port,
      hardwareCursor: debug.hardwareCursor,
      askBackground: this.#screen.capabilities.dark === null,
      onInput: (event) => this.#input(event),
      lastWords: () => this.#lastWords(),
      clearRegion: () => this.#screen.eraseBytes(),
      setTimer: ports.setTimer,
    });
  }

  async run(): Promise<ExitInfo> {
    const { terminal, ports } = this.#options;
    this.#session.start();
    this.#stops.push(
      terminal.onResize(() => this.#resized()),
      terminal.onDrain(() => this.#screen.drained()),
      terminal.onEnd(() => this.#leave({ reason: "hangup", sessionKey: this.#sessionKey })),
      ports.themes.watch(() => void this.#setTheme(this.#screen.theme.name)),
      () => this.#beat.stop(),
      () => this.#resting.stop(),
      () => this.#stopFlush(),
      () => this.#watched?.close(),
      watchLine(ports, {
        show: (lostAt) => this.#dispatch({ type: "line", lostAt }),
        back: () => this.#say("✓", "ok", "Connected again."),
      }),
    );
    this.#screen.paintFirst();
    const ready = this.#start().catch((error: unknown) => {
      this.#leave({ reason: "failed", sessionKey: this.#sessionKey, error });
    });
    const end = await this.#exit.promise;
    await ready;
    this.#close();
    return end;
  }

  async #start(): Promise<void> {
    // Loading blocks: between its parts the keys that came meanwhile are echoed.
    await this.#breath();
    await this.#screen.mount();
    this.#screen.showState(this.#state);
    await this.#breath();
    await this.#configure();
    await this.#welcome();
    // What was said before stands below the welcome.
    if (this.#sessionKey !== null) this.#watch(this.#sessionKey);
    this.#drawView();
    const { commands } = await this.#options.client.call("commands.list", {});
    this.#dispatch({ type: "commands", commands });
    this.#ready.resolve();
    const { prompt = null, ports } = this.#options;
    if (prompt === null) return;
    ports.remember(prompt);
    this.#wishes.perform({ type: "send", text: prompt, later: false }, this.#effectPorts());
  }

  #breath(): Promise<void> {
    return new Promise((resolve) => {
      this.#options.ports.setTimer(resolve, 0);
    });
  }

  /** What `[tui]` says, as soon as the host is there. */
  async #configure(): Promise<void> {
    this.#settings = await readFaceSettings(this.#options.client);
    const { keys, doubleEscape, theme } = this.#settings;
    const keyMap = keyMapOf(keys);
    this.#dispatch({ type: "configured", keyMap, options: { doubleEscape } });
    if (theme === "auto") return;
    const chosen = await chooseTheme(theme, this.#options.ports.themes);
    if (chosen.theme === null) this.#warn(`tui.theme: ${chosen.text}`);
    else this.#screen.setTheme(chosen.theme);
  }

  async #welcome(): Promise<void> {
    const setup = await this.#options.client.call("setup.get", {});
    const { firstRun } = this.#options.settings;
    const { HOME, USERPROFILE } = this.#options.terminal.env;
    const userHome = HOME ?? USERPROFILE ?? "";
    const { columns: width } = this.#state.size;
    const lines = welcomeLines(setup, { firstRun, width, userHome });
    const { view } = this.#state;
    // Until a session is begun, the status line says what it would have.
    if (this.#sessionKey === null)
      this.#pending = {
        ...view,
        mode: setup.mode,
        ...begunWith(this.#options.begin),
        model: setup.model ?? "",
      };
    this.#screen.print(lines);
    for (const text of this.#state.keyMap.problems) this.#warn(text);
    // What the welcome has said already is not said again.
    const said = setup.notes.join("\n");
    this.#stops.push(
      this.#options.ports.onWarning((text) => {
        if (!said.includes(text.trim())) this.#warn(text);
      }),
    );
    this.#later();
  }

  /** Nothing is kept on disk before there is something to keep. */
  #ensureSession(): Promise<string> {
    if (this.#sessionKey !== null) return Promise.resolve(this.#sessionKey);
    this.#beginning ??= this.#beginSession();
    return this.#beginning;
  }

  async #beginSession(): Promise<string> {
    try {
      const { sessionKey } = await this.#options.client.call(
        "sessions.create",
        this.#options.begin,
      );
      this.#watch(sessionKey);
      return sessionKey;
    } finally {
      this.#beginning = null;
    }
  }

  #watch(sessionKey: string): void {
    this.#watched?.close();
    this.#sessionKey = sessionKey;
    const watched = watchSession(this.#options.client, sessionKey, {
      onView: (view) => {
        if (this.#watched === watched) this.#viewed(view);
      },
    });
    this.#watched = watched;
    void this.#awaitEnd(watched);
  }

  async #awaitEnd(watched: Watched): Promise<void> {
    const end = await watched.ended;
    if (end.type === "failed" && this.#watched === watched) this.#sayFailure(end.error);
  }

  #viewed(view: View): void {
    this.#pending = view;
    this.#beat.ask();
  }

  /** At most once per beat: everything that came since is drawn together (TUI-2). */
  #drawView(): void {
    const view = this.#pending ?? this.#state.view;
    this.#pending = null;
    const step = update(this.#state, { type: "view", view, at: this.#options.ports.now() });
    this.#state = step.state;
    this.#screen.showView(this.#state);
    this.#resting.viewed(view);
    this.#later();
    for (const effect of step.effects) this.#wishes.perform(effect, this.#effectPorts());
    // The one line that moves needs the next beat.
    if (view.status === "working" || view.status === "aborting") this.#beat.ask();
  }

  #dispatch(message: Message): void {
    const step = update(this.#state, message);
    this.#state = step.state;
    this.#screen.showState(this.#state);
    for (const effect of step.effects) {
      if (effect.type === "send")
        this.#options.ports.remember(this.#state.history.entries.at(-1) ?? effect.text);
      this.#wishes.perform(effect, this.#effectPorts());
    }
  }

  #input(event: InputEvent): void {
    const at = this.#options.ports.now();
    this.#resting.stirred();
    if (event.type === "key") this.#dispatch({ type: "key", key: event.key, at });
    else if (event.type === "paste") this.#dispatch({ type: "paste", text: event.text });
    else if (event.reply.type === "cursor") this.#screen.startedAt(event.reply.row - 1);
    else if (event.reply.type === "background") {
      const dark = isDarkColour(event.reply.colour);
      if (dark !== null && this.#settings.theme === "auto")
        this.#screen.setTheme(dark ? darkTheme() : lightTheme());
    }
  }

  #resized(): void {
    this.#state = update(this.#state, { type: "size", size: this.#options.terminal.size() }).state;
    this.#screen.resize(this.#state);
  }

  /** What was printed without a change below it is written after React had its turn. */
  #later(): void {
    this.#stopFlush();
    this.#stopFlush = this.#options.ports.setTimer(() => this.#screen.flush(), 0);
  }

  #effectPorts(): EffectPorts {
    const { client, ports } = this.#options;
    return {
      client,
      ready: () => this.#ready.promise,
      sessionKey: () => this.#ensureSession(),
      openKey: () => this.#sessionKey,
      state: () => this.#state,
      dispatch: (message) => this.#dispatch(message),
      print: (lines) => {
        this.#screen.print(lines);
        this.#later();
      },
      now: ports.now,
      itemContext: () => this.#screen.itemContext(this.#state),
      switchTo: (sessionKey) => {
        this.#screen.restart();
        this.#watch(sessionKey);
      },
      exit: () => this.#leave({ reason: "quit", sessionKey: this.#sessionKey }),
      suspend: () => this.#suspend(),
      edit: (text) => this.#lend(() => ports.editText(text)),
      clear: () => this.#screen.clear(this.#state),
      images: this.#images,
      readImage: ports.readImage,
      copy: (text) => this.#copy(text),
      notify: (title, body) => this.#notify(title, body),
      setTheme: (name) => this.#setTheme(name),
      lastAnswer: () => lastAnswer(this.#state.view),
      unfold: () => this.#unfold(),
    };
  }

  async #suspend(): Promise<void> {
    const { terminal } = this.#options;
    if (terminal.platform !== "win32") return this.#lend(() => terminal.suspend());
    // Its shells have no jobs: nobody could bring it back.
    this.#dispatch({ type: "hint", text: "no suspending on Windows; open another terminal" });
  }

  async #lend<T>(use: () => Promise<T>): Promise<T> {
    this.#screen.pause();
    try {
      return await this.#session.lend(use);
    } finally {
      const size = this.#options.terminal.size();
      this.#state = update(this.#state, { type: "size", size }).state;
      this.#screen.resume(this.#state);
    }
  }

  async #copy(text: string): Promise<boolean> {
    const bytes = this.#screen.capabilities.clipboard ? clipboardBytes(text) : null;
    if (bytes !== null) this.#options.terminal.write(bytes);
    return (await this.#options.ports.copyText(text)) || bytes !== null;
  }

  #notify(title: string, body: string): void {
    if (!this.#settings.notifications) return;
    this.#options.terminal.write(notificationBytes(title, body, this.#screen.capabilities.notify));
  }

  async #setTheme(name: string): Promise<string> {
    const chosen = await chooseTheme(name, this.#options.ports.themes);
    if (chosen.theme !== null) this.#screen.setTheme(chosen.theme);
    return chosen.text;
  }

  #unfold(): boolean {
    const lines = unfoldLines(this.#state.view, this.#screen.itemContext(this.#state));
    if (lines.length === 0) return false;
    this.#screen.print([[], ...lines]);
    this.#later();
    return true;
  }

  #sayFailure(error: unknown): void {
    if (!(error instanceof HostError)) {
      this.#leave({ reason: "failed", sessionKey: this.#sessionKey, error });
      return;
    }
    this.#screen.print([[], ...failureLines(error.failure, this.#screen.itemContext(this.#state))]);
    this.#later();
  }

  #warn(text: string): void {
    this.#say("⚠", "caution", text.trim());
  }

  #say(sign: string, tone: Tone, text: string): void {
    this.#screen.print(stateLines(sign, tone, text, this.#screen.itemContext(this.#state)));
    this.#later();
  }

  #leave(info: ExitInfo): void {
    this.#exit.resolve(info);
  }

  #close(): void {
    for (const stop of this.#stops) stop();
    this.#screen.close();
    this.#session.stop();
  }

  #lastWords(): string {
    const { sessionId, items } = this.#state.view;
    return items.length === 0 ? "" : `squire --resume ${sessionId}\n`;
  }
}

function begunWith({ mode, trust }: MethodParams<"sessions.create">): Partial<View> {
  return { ...(mode === undefined ? {} : { mode }), ...(trust === undefined ? {} : { trust }) };
}
