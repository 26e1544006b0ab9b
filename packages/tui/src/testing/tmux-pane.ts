import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasTmux: boolean = spawnSync("tmux", ["-V"]).status === 0;

/** A pane of a tmux of its own that shows whatever is written to it. */
export class TmuxPane implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "squire-tmux-"));
  readonly #pipe: number;
  #marks = 0;

  constructor(columns: number, rows: number) {
    const pipe = join(this.#folder, "in");
    spawnSync("mkfifo", [pipe]);
    const shows = `stty raw -echo; exec cat '${pipe}'`;
    this.#tmux("new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, shows);
    this.#pipe = openSync(pipe, "w");
  }

  readonly write = (text: string): boolean => {
    writeSync(this.#pipe, text);
    return true;
  };

  /** Everything written before has been read. */
  resize(columns: number, rows: number): void {
    this.#settle();
    this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
  }

  /** From the beginning of the scrollback, without blank ends. */
  lines(): readonly string[] {
    this.#settle();
    const text = this.#tmux("capture-pane", "-p", "-S", "-2000");
    const lines = text.split("\n").map((line) => line.trimEnd());
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  [Symbol.dispose](): void {
    this.#tmux("kill-server");
    closeSync(this.#pipe);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A title comes after what was written before it. */
  #settle(): void {
    this.#marks += 1;
    const mark = `mark ${this.#marks}`;
    this.write(`\u001b]2;${mark}\u0007`);
    while (this.#tmux("display-message", "-p", "#{pane_title}").trim() !== mark);
  }

  #tmux(...args: readonly string[]): string {
    const own = ["-S", join(this.#folder, "socket"), "-f", "/dev/null"];
    const { status, stdout, stderr } = spawnSync("tmux", [...own, ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`);
    return stdout;
  }
}
