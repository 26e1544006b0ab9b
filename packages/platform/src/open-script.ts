import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { scriptProgram } from "./run-script.ts";

/** A child of this runtime that is asked in lines and answers in lines. */
export type ScriptChild = {
  /** One line, without its end. Does nothing once the child has ended. */
  send(line: string): void;
  /** Whether it keeps this process from ending; a child that is idle should not. */
  hold(held: boolean): void;
  /** Ends it at once, also in the middle of native code. */
  end(): void;
};

export type ScriptHearing = {
  /** One line that it wrote. Must not throw. */
  readonly onLine: (line: string) => void;
  /** Once, when it is gone; with the end of what it complained about. */
  readonly onEnd: (why: string) => void;
};

/** Enough of its last words for a message. */
const LAST_WORDS = 2_000;

/**
 * Starts JavaScript in a child process of this very runtime, which stays: for work that would block a thread and
 * raise the memory of this process. The source stands alone, as for `runScript`. It ends when its input does, so it
 * does not outlive us.
 */
export function openScript(
  source: string,
  args: readonly string[],
  { onLine, onEnd }: ScriptHearing,
): ScriptChild {
  const child = start(source, args);
  let isOver = false;
  let complaint = "";
  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    onEnd(why);
  };
  child.on("error", (error) => over(error.message));
  child.on("close", (code, signal) => over(complaint.trim() || `ended with ${signal ?? code}`));
  child.stdin?.on("error", () => {});
  child.stderr?.on("data", (bytes: Buffer) => {
    complaint = (complaint + bytes.toString("utf8")).slice(-LAST_WORDS);
  });
  splitLines(child, onLine);
  return {
    send: (line) => {
      if (!isOver) child.stdin?.write(`${line}\n`);
    },
    hold: (held) => holdOpen(child, held),
    end: () => void child.kill("SIGKILL"),
  };
}

function start(source: string, args: readonly string[]): ChildProcess {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { file, args: words, ...surroundings } = scriptProgram(source, args);
  return spawn(file, words, {
    ...surroundings,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
}

function splitLines(child: ChildProcess, onLine: (line: string) => void): void {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  child.stdout?.on("data", (bytes: Buffer) => {
    const pieces = decoder.write(bytes).split("\n");
    for (const piece of pieces.slice(0, -1)) {
      onLine([...parts, piece].join(""));
      parts = [];
    }
    parts.push(pieces.at(-1) ?? "");
  });
}

/** The pipes of a child count as well as the child. */
function holdOpen(child: ChildProcess, held: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr] as readonly (Partial<Held> | null)[];
  for (const one of [child, ...pipes]) {
    if (held) one?.ref?.();
    else one?.unref?.();
  }
}

type Held = { ref(): void; unref(): void };
