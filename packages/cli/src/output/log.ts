import { appendFileSync } from "node:fs";
import type { Io } from "../io.ts";
import { terminalText } from "./terminal-text.ts";

const LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LEVELS)[number];

export type Log = (level: LogLevel, message: string) => void;

/**
 * The log of a run (SEC-5): on stderr, or at the end of a private file; never on stdout, which is
 * for results. `SQUIRE_LOG` says how much of it; warnings without it.
 */
export function openLog({ env, stderr }: Pick<Io, "env" | "stderr">): Log {
  const wanted = levelOf(env["SQUIRE_LOG"]);
  const file = env["SQUIRE_LOG_FILE"] ?? "";
  return (level, message) => {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(wanted)) return;
    const text = terminalText(message);
    if (file === "")
      stderr.write(level === "warn" ? `squire: ${text}\n` : `squire: ${level}: ${text}\n`);
    else appendFileSync(file, `${new Date().toISOString()} ${level} ${text}\n`, { mode: 0o600 });
  };
}

function levelOf(text: string | undefined): LogLevel {
  return LEVELS.find((level) => level === text?.trim().toLowerCase()) ?? "warn";
}
