import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Processes, Pty, ptyProblem } from "@squire/platform";
import { startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, ServerScript } from "@squire/testkit";
import { Terminal } from "@xterm/headless";
import { screenCells, type Cell } from "./cells.ts";
import { MAIN } from "../../testing/real-program.ts";

export const hasTerminals: boolean = ptyProblem({}) === null;

/** Longer than anything takes, also where all is ten times as slow; what stands on the screen then says what was missing. */
const PATIENCE_MS = 60_000;

export type FaceOptions = {
  readonly columns?: number;
  readonly rows?: number;
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The folder that is worked in. */
  readonly folder?: string;
  /** Of the provider; its models are `m` and `other`. */
  readonly provider?: string;
  /** The model sees images. */
  readonly sees?: boolean;
  /** What the model costs, in dollars for a million tokens. */
  readonly cost?: Readonly<Record<string, number>>;
  /** More lines for `config.toml`, before its tables. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** The program; the real one from its source. */
  readonly program?: readonly string[];
};

/** A folder for the user and one for the work, at a scripted model; programs run in terminals of it. */
export async function facePlace(script: ServerScript, options: FaceOptions = {}) {
  const server = await startScriptedServer(script);
  const { provider = "mock" } = options;
  const config = `default_model = "${provider}/m"\n${options.config ?? ""}\n[[providers]]\nname = "${provider}"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = [${modelText(options)}, "other"]\ncontext_window = 100000\n`;
  const files = Object.entries(options.files ?? { "a.txt": "alpha\n" });
  const home = await tempWorkspace({
    "home/config.toml": config,
    ...Object.fromEntries(
      files.map(([name, text]) => [`${options.folder ?? "work"}/${name}`, text]),
    ),
  });
  return new FacePlace(server, home, options);
}

function modelText({ cost = {}, sees = false }: FaceOptions): string {
  const prices = Object.entries(cost).map(([name, usd]) => `${name} = ${usd}`);
  const more = [
    ...(prices.length === 0 ? [] : [`cost = { ${prices.join(", ")} }`]),
    ...(sees ? ['input = ["text", "image"]'] : []),
  ];
  return more.length === 0 ? '"m"' : `{ id = "m", ${more.join(", ")} }`;
}

export class FacePlace implements AsyncDisposable {
  readonly server: ScriptedServer;
  readonly #home: Awaited<ReturnType<typeof tempWorkspace>>;
  readonly #options: FaceOptions;
  readonly #processes = new Processes();

  constructor(
    server: ScriptedServer,
    home: Awaited<ReturnType<typeof tempWorkspace>>,
    options: FaceOptions,
  ) {
    this.server = server;
    this.#home = home;
    this.#options = options;
  }

  path(name: string): string {
    return this.#home.path(name);
  }

  work(name: string): string {
    return readFileSync(this.path(`work/${name}`), "utf8");
  }

  /** Every entry of every log, in order. */
  entries(): readonly Readonly<Record<string, unknown>>[] {
    const folder = this.path("home/sessions");
    const logs = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .toSorted();
    return logs.flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  }

  /** The program in a terminal, with a shell around it that shows how the terminal is left. */
  start(options: FaceOptions = {}): FaceTerminal {
    const {
      columns = 100,
      rows = 30,
      env = {},
      words = [],
      program,
    } = {
      ...this.#options,
      ...options,
    };
    const argv = [...(program ?? [process.execPath, MAIN]), ...words];
    const quoted = argv.map((word) => `'${word}'`).join(" ");
    const command = `exec 3<&0; ${quoted} <&3 & echo "pid=$!"; wait $!; echo "code=$?"; stty -a; echo over`;
    const terminal = new FaceTerminal(new Pty(this.#processes, { cols: columns, rows }), {
      columns,
      rows,
    });
    terminal.start(command, this.path(this.#options.folder ?? "work"), {
      PATH: process.env["PATH"] ?? "",
      HOME: this.#home.root,
      SQUIRE_HOME: this.path("home"),
      TERM: "xterm-256color",
      ...env,
    });
    return terminal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#processes[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }
}

type Wanted = string | RegExp | ((screen: string) => boolean);

/** A terminal emulator with a program in it: keys go in, screens come out. */
export class FaceTerminal {
  readonly pty: Pty;
  readonly #screen: Terminal;
  readonly #looks = new Set<() => void>();
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(pty: Pty, { columns, rows }: { readonly columns: number; readonly rows: number }) {
    this.pty = pty;
    this.#screen = new Terminal({
      cols: columns,
      rows,
      scrollback: 20_000,
      allowProposedApi: true,
    });
    // A terminal answers when it is asked where its cursor is.
    this.#screen.onData((answer) => this.pty.write(answer));
  }

  start(command: string, cwd: string, env: Readonly<Record<string, string>>): void {
    this.pty.start(
      { file: "/bin/sh", args: ["-c", command] },
      {
        cwd,
        env,
        onOutput: (chunk) => {
          this.#text += this.#decoder.decode(chunk, { stream: true });
          this.#screen.write(chunk, () => {
            for (const look of this.#looks) look();
          });
        },
      },
    );
  }

  type(keys: string): void {
    this.pty.write(keys);
  }

  /** Types it and Enter. */
  enter(text: string): void {
    this.pty.write(`${text}\r`);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.pty.resize({ cols: columns, rows });
  }

  /** Resolves when the screen shows it; rejects with the screen when it never does. */
  until(wanted: Wanted, where: "screen" | "all" = "screen"): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const shown = where === "screen" ? this.screen() : this.all();
        if (!fits(shown, wanted)) return;
        done();
        resolve(shown);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`Not shown: ${String(wanted)}\n${this.all()}`));
      }, PATIENCE_MS);
      const done = (): void => {
        clearTimeout(timer);
        this.#looks.delete(look);
      };
      this.#looks.add(look);
      look();
    });
  }

  /** What can be seen now. */
  screen(): string {
    const { baseY } = this.#screen.buffer.active;
    return this.#lines(baseY, baseY + this.#screen.rows);
  }

  /** Everything from the beginning of the scrollback. */
  all(): string {
    return this.#lines(0, this.#screen.buffer.active.length);
  }

  /** What can be seen, with its colours. */
  cells(): readonly (readonly Cell[])[] {
    return screenCells(this.#screen);
  }

  /** The bytes as they came. */
  bytes(): string {
    return this.#text;
  }

  async pid(): Promise<number> {
    await this.until(() => /pid=\d+/.test(this.#text));
    return Number(/pid=(\d+)/.exec(this.#text)?.[1]);
  }

  /** The program has ended; gives its exit code. */
  async ended(): Promise<number> {
    await this.until(() => /over\s*$/.test(this.#text), "all");
    // The last one: what a program shows may look like it.
    return Number([...this.#text.matchAll(/code=(\d+)/g)].at(-1)?.[1]);
  }

  #lines(from: number, to: number): string {
    const { active } = this.#screen.buffer;
    return Array.from({ length: to - from }, (_, row) =>
      (active.getLine(from + row)?.translateToString(true) ?? "").trimEnd(),
    )
      .join("\n")
      .trimEnd();
  }
}

function fits(shown: string, wanted: Wanted): boolean {
  if (typeof wanted === "string") return shown.includes(wanted);
  return wanted instanceof RegExp ? wanted.test(shown) : wanted(shown);
}

/** What is still wrong with the terminal after the program has ended: nothing, one hopes. */
export function leftBehind(text: string): readonly string[] {
  const stty = text.slice(text.lastIndexOf("code="));
  const isOn = (on: string, off: string) => text.lastIndexOf(on) > text.lastIndexOf(off);
  return [
    /(?<!-)\bicanon\b/.test(stty) ? null : "no whole lines",
    /(?<!-)\becho\b/.test(stty) ? null : "no echo",
    isOn("\u001b[?25l", "\u001b[?25h") ? "cursor hidden" : null,
    isOn("\u001b[?2004h", "\u001b[?2004l") ? "pastes in brackets" : null,
    isOn("\u001b[>1u", "\u001b[<u") ? "keys of the Kitty protocol" : null,
  ].filter((problem) => problem !== null);
}
