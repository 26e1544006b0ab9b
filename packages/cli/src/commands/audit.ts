import { lastEntries, verifyRecord } from "@squire/host/safety";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { counted, when } from "../output/figures.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say } from "./sessions-at.ts";

const LIMIT = 20;

/** The newest of what was done, with the hash-chained record as the source (SEC-3). */
export async function showCommand({ flags }: Invocation<"audit show">, io: Io): Promise<number> {
  const limit = Number(flags.limit ?? LIMIT);
  if (!Number.isInteger(limit) || limit < 1) {
    say(io, `--limit takes a whole number from 1, not "${flags.limit ?? ""}".`);
    return EXIT_CODES.usage;
  }
  const { home } = await openHostFor(flags, io);
  const entries = await lastEntries(home, limit);
  if (flags.json) printJson(io, entries);
  else if (entries.length === 0) say(io, "nothing was done yet.");
  else io.stdout.write(terminalText(columns(entries.map(row))));
  return EXIT_CODES.ok;
}

type Entry = Awaited<ReturnType<typeof lastEntries>>[number];

function row(entry: Entry): readonly string[] {
  return [String(entry.seq), when(entry.at), entry.kind, words(entry)];
}

function words(entry: Entry): string {
  switch (entry.kind) {
    case "tool.judged":
      return `${entry.decision} ${entry.tool} by ${entry.because ?? "?"} (${entry.call})`;
    case "tool.ended": {
      const exit = entry.exit === undefined ? "" : `, exit ${entry.exit}`;
      return `${entry.ok ? "done" : "failed"} ${entry.tool} in ${entry.durationMs} ms${exit} (${entry.call})`;
    }
    case "approval":
      return `${entry.answer} by ${entry.by} (${entry.call})`;
    case "auth":
      return `${entry.ok ? "accepted" : "refused"} ${entry.by} ${entry.because ?? ""}`;
    case "config":
      return `${entry.key} in ${entry.layer}`;
    case "permission":
      return `${entry.change} ${entry.rule} in ${entry.layer}`;
    case "install":
      return `${entry.what} ${entry.name}`;
    case "trust":
      return `${entry.change} ${entry.folder}`;
    default:
      // A later version may know more kinds.
      return JSON.stringify(entry);
  }
}

/** Whether anybody has changed the record. */
export async function verifyCommand(
  { flags }: Invocation<"audit verify">,
  io: Io,
): Promise<number> {
  const { home } = await openHostFor(flags, io);
  const verdict = await verifyRecord(home);
  const { ok, entries, problems, torn, head } = verdict;
  if (flags.json) printJson(io, verdict);
  else {
    for (const { line, message } of problems) io.stdout.write(`line ${line}: ${message}\n`);
    for (const line of torn) io.stdout.write(`line ${line}: a write was cut off there\n`);
    const state = ok ? "unbroken" : "CHANGED";
    io.stdout.write(`${counted(entries, "entry", "entries")}, ${state}\nthe last is ${head.h}\n`);
  }
  return ok ? EXIT_CODES.ok : EXIT_CODES.error;
}
