import type { HostClient, LineState } from "@squire/client";
import type { MethodParams } from "@squire/protocol";
import type { TerminalPort } from "./terminal/terminal-port.ts";
import type { ThemePort } from "./theme/choose-theme.ts";

export type TuiOptions = {
  readonly client: HostClient;
  readonly terminal: TerminalPort;
  /** The session to go on with; null: one is begun when it is needed, not before. */
  readonly sessionKey: string | null;
  /** How a session is begun. */
  readonly begin: MethodParams<"sessions.create">;
  /** Sent as soon as it can be. */
  readonly prompt?: string | null;
  readonly settings: TuiSettings;
  readonly ports: TuiPorts;
};

/** What is known before the host is there; the `[tui]` settings come from it. */
export type TuiSettings = {
  /** Prompts from before, oldest first. */
  readonly history: readonly string[];
  /** Hints for a first start are still to be shown (TUI-15). */
  readonly firstRun: boolean;
};

/** What a clipboard holds of images; `data` is base64. */
export type ClipboardImage =
  | { readonly type: "image"; readonly data: string }
  /** Names of files, as a file manager copies them. */
  | { readonly type: "named"; readonly text: string }
  /** In words for the user. */
  | { readonly type: "none"; readonly why: string };

/** What needs a runtime; `cli` hands it in. */
export type TuiPorts = {
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** Runs the user's editor on a text; null: it was left alone. */
  readonly editText: (text: string) => Promise<string | null>;
  /** A clipboard program of the desktop; false: there is none. */
  readonly copyText: (text: string) => Promise<boolean>;
  /** The image in the desktop's clipboard. Never rejects. */
  readonly readImage: () => Promise<ClipboardImage>;
  readonly themes: ThemePort;
  /** A prompt was sent: keep it for the next time. */
  readonly remember: (prompt: string) => void;
  readonly appendLog: (file: string, text: string) => void;
  /** Nothing happens: a good moment to give memory back. It may take a tenth of a second. */
  readonly rest: () => void;
  /** Warnings of the process that belong to no session: those that came before, and later ones. */
  readonly onWarning: (listen: (text: string) => void) => () => void;
  /** How it is with the line to a host that is elsewhere. */
  readonly onLine: (listen: (state: LineState) => void) => () => void;
};

export type ExitInfo = {
  readonly reason: "quit" | "hangup" | "failed";
  /** Null: none was begun. */
  readonly sessionKey: string | null;
  readonly error?: unknown;
};
