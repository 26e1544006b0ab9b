import { detectCapabilities, type Capabilities } from "../terminal/capabilities.ts";
import type { DebugSwitches } from "../terminal/debug-switches.ts";
import type { TerminalPort } from "../terminal/terminal-port.ts";
import { ScreenWriter } from "../terminal/writer/screen-writer.ts";
import { Highlighter } from "../text/code/highlighter.ts";
import { loadLexer, type Lex } from "../text/markdown/markdown.ts";
import type { Line } from "../text/span.ts";
import { paint, type Palette } from "../theme/paint.ts";
import { darkTheme, lightTheme, type Theme } from "../theme/theme.ts";
import { FrameSink } from "./frame-sink.ts";
import type { ItemContext } from "./items/item-context.ts";
import { cursorFromEnd } from "./layout.ts";
import { mountApp, type Mounted } from "./mount.ts";
import { SECTIONS, statusLines } from "./sections.ts";
import type { AppState } from "./state/app-state.ts";
import { ScreenStore } from "./store.ts";
import { Transcript } from "./transcript.ts";

export type ScreenOptions = {
  readonly port: TerminalPort;
  readonly debug: DebugSwitches;
  readonly now: () => number;
  readonly first: AppState;
};

/** Draws states and views: Ink composes the live region, the writer brings it to the terminal. */
export class LiveScreen {
  readonly capabilities: Capabilities;
  readonly #options: ScreenOptions;
  readonly #writer: ScreenWriter;
  readonly #sink: FrameSink;
  readonly #store: ScreenStore;
  readonly #transcript = new Transcript();
  readonly #highlighter = new Highlighter();
  #lex: Lex | null = null;
  #mounted: Mounted | null = null;
  #frames = 0;
  #bytes = 0;

  constructor(options: ScreenOptions) {
    const { port, debug, first } = options;
    this.#options = options;
    this.capabilities = detectCapabilities(port.env, port.platform);
    const { colours, links, synchronized, reflow, remembersEnds, dark } = this.capabilities;
    this.#writer = new ScreenWriter({
      sink: { write: (text) => this.#write(text) },
      size: port.size(),
      synchronized,
      reflow,
      remembersEnds,
      redraw: debug.redraw,
      clearOnShrink: debug.clearOnShrink,
    });
    this.#sink = new FrameSink(port.size(), (lines) => this.#present(lines));
    const theme = dark === false ? lightTheme() : darkTheme();
    const palette: Palette = { theme, depth: colours, links };
    this.#store = new ScreenStore({
      app: first,
      live: [],
      now: options.now(),
      palette,
      numbers: debug.numbers ? "" : null,
    });
  }

  /** The first frame, before Ink is there: what it will draw, without it. */
  paintFirst(): void {
    const screen = this.#store.get();
    const texts = [SECTIONS.live, SECTIONS.panel, SECTIONS.composer, SECTIONS.status]
      .map((section) => section(screen))
      .filter((text) => text !== "");
    this.#present(texts.join("\n").split("\n"));
  }

  /** From now on Ink draws. Markdown comes with it: nobody has written any before. */
  async mount(): Promise<void> {
    const [mounted, lex] = await Promise.all([mountApp(this.#store, this.#sink), loadLexer()]);
    this.#mounted = mounted;
    this.#lex = lex;
  }

  get isMounted(): boolean {
    return this.#mounted !== null;
  }

  /** Another state at the prompt: only what changed is drawn. */
  showState(app: AppState): void {
    const before = this.#store.get();
    this.#store.set({ app, now: this.#options.now() });
    if (this.#mounted === null) this.paintFirst();
    else if (before.app.showThinking !== app.showThinking || before.app.expanded !== app.expanded) {
      this.showView(app);
    }
  }

  /** The view went on, or time did: prints what is finished and draws what is live. */
  showView(app: AppState): void {
    const drawn = this.#transcript.draw(app.view, this.itemContext(app));
    this.print(drawn.printed);
    this.#store.set({ app, live: drawn.live, now: this.#options.now(), ...this.#numbers() });
    if (this.#mounted === null) this.paintFirst();
  }

  /** Lines above the live region. They are there after the next frame, or after `flush`. */
  print(lines: readonly Line[]): void {
    const { palette } = this.#store.get();
    this.#writer.print(lines.map((line) => paint(line, palette)));
  }

  flush(): void {
    this.#writer.flush();
  }

  /** The terminal said in which row it was when we came, from 0. */
  startedAt(row: number): void {
    this.#writer.startedAt(row);
  }

  drained(): void {
    this.#writer.drained();
  }

  /** Another session: its transcript begins anew. */
  restart(): void {
    this.#transcript.reset();
    this.#store.set({ live: [] });
  }

  resize(app: AppState): void {
    this.#writer.resize(app.size);
    this.#sink.resize(app.size);
    this.showView(app);
    this.#repaint();
  }

  /** Because the user said so: the one time that the screen is cleared. */
  clear(app: AppState): void {
    this.#writer.clear();
    this.showView(app);
    this.#repaint();
  }

  setTheme(theme: Theme): void {
    const { palette } = this.#store.get();
    this.#store.set({ palette: { ...palette, theme } });
  }

  get theme(): Theme {
    return this.#store.get().palette.theme;
  }

  /** Somebody else gets the terminal; `resume` draws everything again. */
  pause(): void {
    this.#writer.pause();
  }

  resume(app: AppState): void {
    this.#writer.resume(app.size);
    this.#sink.resize(app.size);
    this.showView(app);
    this.#repaint();
  }

  /** For a process that is going down: bytes that take the live region away. */
  eraseBytes(): string {
    return this.#writer.eraseBytes();
  }

  /** Takes the live region away; what was printed stays. */
  close(): void {
    this.#mounted?.unmount();
    this.#mounted = null;
    this.#writer.close();
  }

  itemContext(app: AppState = this.#store.get().app): ItemContext {
    return {
      width: app.size.columns,
      lex: this.#lex,
      highlighter: this.#highlighter,
      expanded: app.expanded,
      showThinking: app.showThinking,
      now: this.#options.now(),
    };
  }

  /** The whole frame again, whether or not a component changed. */
  #repaint(): void {
    this.paintFirst();
  }

  #present(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const screen = this.#store.get();
    const place = cursorFromEnd(screen.app, statusLines(screen).length);
    const cursor =
      place === null ? null : { row: lines.length - 1 - place.row, column: place.column };
    this.#frames += 1;
    this.#writer.present({ lines, cursor });
  }

  #write(text: string): boolean {
    this.#bytes += text.length;
    return this.#options.port.write(text);
  }

  #numbers(): { readonly numbers?: string } {
    if (!this.#options.debug.numbers) return {};
    const { columns, rows } = this.#store.get().app.size;
    const text = ` ${columns}×${rows} · frame ${this.#frames} · ${this.#bytes} bytes`;
    return { numbers: text };
  }
}
