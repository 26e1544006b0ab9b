import { readFileSync } from "node:fs";
import { Processes, Pty } from "@squire/platform";
import { Terminal } from "@xterm/headless";

export type FaceProgram = {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

const PATIENCE_MS = 120_000;

/** The compiled program in a terminal emulator, watched byte by byte. */
export class BenchTerminal implements AsyncDisposable {
  readonly startedAt: number;
  bytes = 0;
  /** Sequences that take the whole screen or the scrollback away. */
  clears = 0;
  readonly #processes = new Processes();
  readonly #pty: Pty;
  readonly #screen: Terminal;
  readonly #looks = new Set<() => void>();
  readonly #onScreen: ((terminal: Terminal) => void)[] = [];
  #pid = 0;
  #head = "";

  constructor({ command, cwd, env }: FaceProgram, size: { columns: number; rows: number }) {
    const { columns: cols, rows } = size;
    this.#screen = new Terminal({ cols, rows, scrollback: 100_000, allowProposedApi: true });
    this.#screen.onData((answer) => this.#pty.write(answer));
    this.#pty = new Pty(this.#processes, { cols, rows });
    this.startedAt = performance.now();
    const script = 'echo "pid=$$"; exec "$@"';
    this.#pty.start(
      { file: "/bin/sh", args: ["-c", script, "sh", ...command] },
      { cwd, env, onOutput: (chunk) => this.#took(chunk) },
    );
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#pty.resize({ cols: columns, rows });
  }

  /** Called whenever what came was read by the emulator. */
  watch(look: (terminal: Terminal) => void): void {
    this.#onScreen.push(look);
  }

  /** When the screen fits, by `performance.now()`. */
  async until(fits: (screen: string) => boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`It never came:\n${this.screen()}`)),
        PATIENCE_MS,
      );
      const look = (): void => {
        if (!fits(this.screen())) return;
        clearTimeout(timer);
        this.#looks.delete(look);
        resolve(performance.now());
      };
      this.#looks.add(look);
      look();
    });
  }

  /** Milliseconds from a key to its echo in the prompt. */
  async echo(key: string, prompt: string): Promise<number> {
    const at = performance.now();
    this.type(key);
    return (await this.until((screen) => screen.includes(`▸ ${prompt}`))) - at;
  }

  screen(): string {
    return screenRows(this.#screen).join("\n");
  }

  /** Resident memory in MB; NaN where there is no `/proc`. */
  rss(): number {
    try {
      const status = readFileSync(`/proc/${this.#pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  /** Leaves by the keys a user has for it. */
  async leave(): Promise<void> {
    this.type("\u0003");
    await this.until((screen) => screen.includes("again to leave"));
    this.type("\u0003");
    await this.#pty.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pty.kill();
    await this.#processes[Symbol.asyncDispose]();
  }

  #took(chunk: Uint8Array): void {
    const text = Buffer.from(chunk).toString("latin1");
    this.bytes += chunk.length;
    // oxlint-disable-next-line no-control-regex
    this.clears += text.match(/\u001b\[[23]J|\u001b\[\d*;?\d*H|\u001bc/g)?.length ?? 0;
    if (this.#pid === 0) {
      this.#head += text;
      this.#pid = Number(/pid=(\d+)/.exec(this.#head)?.[1] ?? 0);
    }
    this.#screen.write(chunk, () => {
      for (const look of this.#looks) look();
      for (const look of this.#onScreen) look(this.#screen);
    });
  }
}

export function screenRows(terminal: Terminal): readonly string[] {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, row) =>
    (active.getLine(active.baseY + row)?.translateToString(true) ?? "").trimEnd(),
  );
}
