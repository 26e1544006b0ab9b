import { fstatSync, statSync } from "node:fs";
import type { Io, Sink, StopCause } from "./io.ts";

const STDIN_HINT_MS = 3000;

export type ProcessIo = { readonly io: Io; readonly stop: (cause: StopCause) => void };

/** The real thing: this process's streams, environment and signals. */
export function processIo(cwd: string): ProcessIo {
  const stopper = new AbortController();
  const stop = (cause: StopCause) => {
    if (!stopper.signal.aborted) stopper.abort(cause);
  };
  process.on("SIGINT", () => {
    // The first asks nicely; whoever presses again wants out at once.
    if (stopper.signal.aborted) process.exit(130);
    stop("interrupt");
  });
  process.on("SIGTERM", () => stop("interrupt"));
  const stdout = sink(1, () => process.stdout.on("error", () => stop("closed")));
  // Nobody reads what is said beside the result: that is no reason to stop.
  const stderr = sink(2, () => process.stderr.on("error", () => {}));
  const attended = once(() => mayBeTerminal(0) && isTerminal(process.stdin));
  return {
    stop,
    io: {
      stdout,
      stderr,
      readStdin: () => readStdin(stderr, stopper.signal),
      env: process.env,
      cwd,
      get attended() {
        return attended();
      },
      signal: stopper.signal,
    },
  };
}

/** The stream is made at its first use: by then the request is on its way. */
function sink(fd: number, make: () => NodeJS.WriteStream): Sink {
  let made: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => (made ??= make());
  const isTty = once(() => mayBeTerminal(fd) && isTerminal(stream()));
  return {
    write: (text) => void stream().write(text),
    drained: () => drained(stream()),
    get isTty() {
      return isTty();
    },
    get columns() {
      // A terminal that does not know says 0.
      return stream().columns || undefined;
    },
  };
}

/** What a stream leads to does not change while the process runs, and every event asks. */
function once(ask: () => boolean): () => boolean {
  let answer: boolean | undefined;
  return () => (answer ??= ask());
}

/** Answered without the stream where it can be: making one takes longer than reading all flags. */
function mayBeTerminal(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    const nowhere = statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
    return stat.isCharacterDevice() && stat.rdev !== nowhere;
  } catch {
    return true; // the stream knows
  }
}

/** What is no terminal has no such field at all. */
function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** Also when nobody reads any more: then there is nothing left to wait for. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (!stream.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ["drain", "error", "close"];
    const end = (): void => {
      for (const event of events) stream.off(event, end);
      resolve();
    };
    for (const event of events) stream.on(event, end);
  });
}

async function readStdin(stderr: Sink, signal: AbortSignal): Promise<string> {
  if (!hasPipedStdin()) return "";
  const hint = setTimeout(() => {
    stderr.write("squire: waiting for the end of standard input (use </dev/null for none)\n");
  }, STDIN_HINT_MS);
  const chunks: Buffer[] = [];
  try {
    process.stdin.once("data", () => clearTimeout(hint));
    signal.addEventListener("abort", () => process.stdin.destroy(), { once: true });
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(hint);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A terminal or /dev/null has nothing to say; a file, a pipe or a socket has. */
function hasPipedStdin(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFile() || stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // standard input is closed
  }
}
