import { emptyView, watchSession, type HostClient, type View, type Watched } from "@squire/client";
import { HostError } from "@squire/protocol/values";
import { historyOf } from "./composer/history.ts";
import { perform } from "./screen/effects/perform.ts";
import type { EffectPorts } from "./screen/effects/ports.ts";
import { failureLines } from "./screen/items/item-lines.ts";
import { keyMapOf } from "./screen/keys/key-map.ts";
import { LiveScreen } from "./screen/live-screen.ts";
import { unfoldLines } from "./screen/unfold.ts";
import { firstState, type AppState } from "./screen/state/app-state.ts";
import { update, type Message } from "./screen/state/update.ts";
import { Beat } from "./screen/beat.ts";
import { welcomeLines } from "./screen/welcome.ts";
import { debugSwitches } from "./terminal/debug-switches.ts";
import type { InputEvent } from "./terminal/keys/key.ts";
import { isDarkColour } from "./terminal/capabilities.ts";
import { clipboardBytes, notificationBytes } from "./terminal/signals-out.ts";
import type { TerminalPort } from "./terminal/terminal-port.ts";
import { TerminalSession } from "./terminal/terminal-session.ts";
import { chooseTheme, type ThemePort } from "./theme/choose-theme.ts";
import { darkTheme, lightTheme } from "./theme/theme.ts";

export type TuiOptions = {
  readonly client: HostClient;
  readonly terminal: TerminalPort;
  /** The session to go on with; null begins one with the first message. */
  readonly sessionKey: string;
  readonly settings: TuiSettings;
  readonly ports: TuiPorts;
};

export type TuiSettings = {
  /** `dark`, `light`, `auto` or a theme of the user's. */
  readonly theme: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** `tui.abort = "esc esc"`. */
  readonly doubleEscape: boolean;
  readonly notifications: boolean;
  /** Prompts from before, oldest first. */
  readonly history: readonly string[];
  /** Hints for a first start are still to be shown (TUI-15). */
  readonly firstRun: boolean;
};

/** What needs a runtime; `cli` hands it in. */
export type TuiPorts = {
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** Runs the user's editor on a text; null: it was left alone. */
  readonly editText: (text: string) => Promise<string | null>;
  /** A clipboard program of the desktop; false: there is none. */
  readonly copyText: (text: string) => Promise<boolean>;
  readonly themes: ThemePort;
  /** A prompt was sent: keep it for the next time. */
  readonly remember: (prompt: string) => void;
  readonly appendLog: (file: string, text: string) => void;
};

export type ExitInfo = {
  readonly reason: "quit" | "hangup" | "failed";
  readonly sessionKey: string;
  readonly error?: unknown;
};

/** Runs the terminal face until the user leaves. The terminal is as before when it resolves. */
export async function runTui(options: TuiOptions): Promise<ExitInfo> {
  const face = new TerminalFace(options);
  return face.run();
}

/** Owns the terminal: connects keys, the view, the state and the screen. */
class TerminalFace {
  readonly #options: TuiOptions;
  readonly #screen: LiveScreen;
  readonly #session: TerminalSession;
  readonly #beat: Beat;
  readonly #exit = Promise.withResolvers<ExitInfo>();
  readonly #stops: (() => void)[] = [];
  #state: AppState;
  #sessionKey: string;
  #watched: Watched | null = null;
  #pending: View | null = null;
  #stopFlush: () => void = () => {};

  constructor(options: TuiOptions) {
    const { terminal, settings, ports } = options;
    const port = loggedPort(options);
    const debug = debugSwitches(terminal.env);
    this.#options = options;
    this.#sessionKey = options.sessionKey;
    this.#state = {
      ...firstState(emptyView(options.sessionKey), terminal.size(), {
        doubleEscape: settings.doubleEscape,
      }),
      history: historyOf(settings.history),
      keyMap: keyMapOf(settings.keys),
    };
    this.#screen = new LiveScreen({ port, debug, now: ports.now, first: this.#state });
    this.#beat = new Beat({
      now: ports.now,
      setTimer: ports.setTimer,
      onBeat: () => this.#drawView(),
    });
    this.#session = new TerminalSession({
      port,
      hardwareCursor: debug.hardwareCursor,
      askBackground: settings.theme === "auto" && this.#screen.capabilities.dark === null,
      onInput: (event) => this.#input(event),
      lastWords: () => this.#lastWords(),
      clearRegion: () => "\r\n",
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
      () => this.#stopFlush(),
      () => this.#watched?.close(),
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
    this.#watch(this.#sessionKey);
    await Promise.all([this.#screen.mount(), this.#applyTheme(), this.#welcome()]);
    if (this.#pending === null) this.#drawView();
    const { commands } = await this.#options.client.call("commands.list", {});
    this.#dispatch({ type: "commands", commands });
  }

  async #applyTheme(): Promise<void> {
    const { theme } = this.#options.settings;
    if (theme !== "auto") await this.#setTheme(theme);
  }

  async #welcome(): Promise<void> {
    const setup = await this.#options.client.call("setup.get", {});
    const { firstRun } = this.#options.settings;
    const lines = welcomeLines(setup, { firstRun, width: this.#state.size.columns });
    const problems = this.#state.keyMap.problems.map((text) => [
      { text: `⚠ ${text}`, tone: "caution" } as const,
    ]);
    this.#screen.print([...lines, ...problems]);
    this.#later();
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
    this.#later();
    for (const effect of step.effects) void perform(effect, this.#effectPorts());
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
      void perform(effect, this.#effectPorts());
    }
  }

  #input(event: InputEvent): void {
    const at = this.#options.ports.now();
    if (event.type === "key") this.#dispatch({ type: "key", key: event.key, at });
    else if (event.type === "paste") this.#dispatch({ type: "paste", text: event.text });
    else if (event.reply.type === "background") {
      const dark = isDarkColour(event.reply.colour);
      if (dark !== null) this.#screen.setTheme(dark ? darkTheme() : lightTheme());
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
      sessionKey: () => this.#sessionKey,
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
      suspend: () => this.#lend(() => this.#options.terminal.suspend()),
      edit: (text) => this.#lend(() => ports.editText(text)),
      copy: (text) => this.#copy(text),
      notify: (title, body) => this.#notify(title, body),
      setTheme: (name) => this.#setTheme(name),
      lastAnswer: () => lastAnswer(this.#state.view),
      unfold: () => this.#unfold(),
    };
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
    if (!this.#options.settings.notifications) return;
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

function lastAnswer(view: View): string | null {
  for (let at = view.items.length - 1; at >= 0; at--) {
    const item = view.items.at(at);
    if (item?.kind === "text" && item.text.trim() !== "") return item.text;
  }
  return null;
}

/** `SQUIRE_TUI_WRITE_LOG`: every byte also goes to a file. */
function loggedPort({ terminal, ports }: TuiOptions): TerminalPort {
  const { writeLog } = debugSwitches(terminal.env);
  if (writeLog === null) return terminal;
  const write = (text: string): boolean => {
    ports.appendLog(writeLog, text);
    return terminal.write(text);
  };
  return { ...terminal, write };
}
