import { writeSync } from "node:fs";
import type { ProcessEnd, TerminalPort } from "./terminal-port.ts";

/** The parts of Node's `process` that a terminal is made of. */
export type ProcessLike = Pick<
  NodeJS.Process,
  "stdin" | "stdout" | "env" | "platform" | "pid" | "on" | "off" | "kill" | "exit"
>;

const ENDING = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;
const SIGNAL_NUMBERS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2, SIGQUIT: 3 } as const;

/** The terminal of a process. Nothing is changed or listened to before it is asked for. */
export function processTerminal(process: ProcessLike): TerminalPort {
  const { stdin, stdout } = process;
  return {
    env: process.env,
    platform: process.platform,
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write: (text) => stdout.write(text),
    writeNow: (text) => {
      try {
        writeSync(1, text);
      } catch {
        // The terminal is gone or full: there is nobody left to tell.
      }
    },
    setRawMode: (raw) => {
      if (stdin.isTTY) stdin.setRawMode(raw);
      if (raw) stdin.resume();
      else stdin.pause();
    },
    onData: (listen) => listenTo(stdin, "data", (chunk) => listen(toBytes(chunk))),
    onResize: (listen) => listenTo(stdout, "resize", listen),
    onDrain: (listen) => listenTo(stdout, "drain", listen),
    onEnd: (listen) => {
      const stops = [
        listenTo(stdin, "end", listen),
        listenTo(stdin, "error", listen),
        // Without a listener a terminal that went away would be a crash.
        listenTo(stdout, "error", listen),
      ];
      return () => stops.forEach((stop) => stop());
    },
    onProcessEnd: (listen) => watchEnd(process, listen),
    suspend: () =>
      new Promise((resolve) => {
        const stop = listenTo(process, "SIGCONT", () => {
          stop();
          resolve();
        });
        // The whole group: the shell must see that its job stopped.
        process.kill(0, "SIGTSTP");
      }),
  };
}

type Emitter = {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  off(event: string, listener: (...values: unknown[]) => void): unknown;
};

function listenTo(emitter: Emitter, event: string, listen: (value: unknown) => void): () => void {
  const listener = (value: unknown): void => listen(value);
  emitter.on(event, listener);
  return () => {
    emitter.off(event, listener);
  };
}

function toBytes(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : new TextEncoder().encode(String(chunk));
}

function watchEnd(process: ProcessLike, listen: (end: ProcessEnd) => void): () => void {
  const crashed = (error: unknown): void => {
    listen({ type: "crash", error });
    process.exit(1);
  };
  const stops = [
    listenTo(process, "exit", () => listen({ type: "exit" })),
    listenTo(process, "uncaughtException", crashed),
    listenTo(process, "unhandledRejection", crashed),
    ...ENDING.map((signal) =>
      listenTo(process, signal, () => {
        listen({ type: "signal", signal });
        process.exit(128 + SIGNAL_NUMBERS[signal]);
      }),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
