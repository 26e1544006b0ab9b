import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

type Phase = "extract" | "consolidate";

/** What happened while something was learned, one line each; in the file before it happens (invariant 4). */
export type RunEvent =
  | { readonly type: "run.started"; readonly sessions: number }
  | {
      readonly type: "request.sent";
      readonly phase: Phase;
      readonly model: string;
      readonly session?: string;
    }
  | {
      readonly type: "reply.kept";
      readonly phase: Phase;
      readonly tokens: number;
      /** Null: no price is known. */
      readonly costUsd: number | null;
      readonly session?: string;
    }
  | {
      readonly type: "request.failed";
      readonly phase: Phase;
      readonly message: string;
      readonly session?: string;
    }
  | {
      readonly type: "run.finished";
      readonly learned: number;
      readonly failed: number;
      readonly consolidated: boolean;
      readonly costUsd: number;
      /** Requests without a known price. */
      readonly unpriced: number;
      /** Why it ended before it was through. */
      readonly stopped?: string;
    };

export type LoggedRun = RunEvent & { readonly at: number };

export type RunLog = {
  append(event: RunEvent): void;
  /** Oldest first; lines that are no events are passed over. */
  read(): readonly LoggedRun[];
};

const MESSAGE_CHARS = 300;
const MOST_BYTES = 1_000_000;

export function openRunLog(path: string, now: () => number): RunLog {
  return {
    append(event) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const short =
        "message" in event ? { ...event, message: event.message.slice(0, MESSAGE_CHARS) } : event;
      if (event.type === "run.started") trim(path);
      const file = openSync(path, "a", 0o600);
      try {
        writeSync(file, `${JSON.stringify({ at: now(), ...short })}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    read: () => readLines(path).flatMap(parseLine),
  };
}

/** The older half goes when it is too long. */
function trim(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MOST_BYTES) return;
  const lines = readLines(path);
  const temp = `${path}.${process.pid}.tmp`;
  writeFileSync(temp, lines.slice(Math.floor(lines.length / 2)).join("\n"), { mode: 0o600 });
  renameSync(temp, path);
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

const TYPES: ReadonlySet<string> = new Set<RunEvent["type"]>([
  "run.started",
  "request.sent",
  "reply.kept",
  "request.failed",
  "run.finished",
]);

function parseLine(line: string): readonly LoggedRun[] {
  try {
    const value: unknown = JSON.parse(line);
    return isLogged(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** Our own file: its type and time tell. */
function isLogged(value: unknown): value is LoggedRun {
  if (typeof value !== "object" || value === null) return false;
  const { type, at } = value as { readonly type?: unknown; readonly at?: unknown };
  return typeof type === "string" && TYPES.has(type) && typeof at === "number";
}
