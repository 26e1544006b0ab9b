import type { Environment } from "./capabilities.ts";
import type { Size } from "./writer/frame-diff.ts";

/** The terminal as this package needs it; `processTerminal` makes one of a process's streams. */
export type TerminalPort = {
  readonly env: Environment;
  readonly platform: string;
  readonly size: () => Size;
  /** False: the terminal is behind; `onDrain` says when it has caught up. */
  readonly write: (text: string) => boolean;
  /** Writes before it returns, even while the process is going down. Never throws. */
  readonly writeNow: (text: string) => void;
  readonly setRawMode: (raw: boolean) => void;
  /** Each of these returns how to stop listening. */
  readonly onData: (listen: (bytes: Uint8Array) => void) => () => void;
  readonly onResize: (listen: () => void) => () => void;
  readonly onDrain: (listen: () => void) => () => void;
  /** The terminal went away, or the input ended. */
  readonly onEnd: (listen: () => void) => () => void;
  /** The process is told to end: by a signal, a crash or its own `exit`. Must be quick. */
  readonly onProcessEnd: (listen: (end: ProcessEnd) => void) => () => void;
  /** Stops the process until the shell continues it; resolves then. */
  readonly suspend: () => Promise<void>;
};

export type ProcessEnd =
  | { readonly type: "exit" }
  | { readonly type: "signal"; readonly signal: string }
  | { readonly type: "crash"; readonly error: unknown };
