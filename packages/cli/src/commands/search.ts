import { existsSync } from "node:fs";
import { EXIT_CODES } from "@squire/protocol/values";
import type { IndexProgress, RefreshReport, SessionHit, SessionIndex } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted, shortLine, when } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

const TITLE_CHARS = 40;
const USUAL_LIMIT = 20;

/** SES-13: over all sessions, whatever folder they belong to. */
export async function searchCommand(
  { flags, args }: Invocation<"search">,
  io: Io,
): Promise<number> {
  const limit = flags.limit === undefined ? USUAL_LIMIT : readLimit(flags.limit);
  if (limit === null) {
    say(io, `--limit cannot be "${flags.limit?.slice(0, 40)}". Use a number from 1 to 1000.`);
    return EXIT_CODES.usage;
  }
  return withSessions(flags, io, async (at) => {
    const { isNew, index } = await indexAt(at, io);
    using open = index;
    const progress = isNew ? { progress: progressLine(io) } : {};
    tell(await open.refresh({ signal: io.signal, ...progress }), io);
    const hits = await open.search(args.text, { limit });
    if (flags.json) printJson(io, hits);
    else if (hits.length > 0) io.stdout.write(terminalText(hits.map(lines).join("\n")));
    else say(io, "nothing found.");
    return EXIT_CODES.ok;
  });
}

/** SES-12: the index is a copy; making it again loses nothing. */
export function rebuildCommand({ flags }: Invocation<"index rebuild">, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const { index } = await indexAt(at, io);
    using open = index;
    const report = await open.rebuild({ signal: io.signal, progress: progressLine(io) });
    tell(report, io);
    if (flags.json) printJson(io, report);
    else say(io, `the index holds ${counted(report.updated, "session")}.`);
    return EXIT_CODES.ok;
  });
}

async function indexAt(
  { ports, home }: SessionsAt,
  io: Io,
): Promise<{ readonly isNew: boolean; readonly index: SessionIndex }> {
  const { indexPath, openIndex } = await import("@squire/session");
  const { openDatabase } = await import("@squire/platform");
  const isNew = !existsSync(indexPath(home));
  const index = await openIndex({ ...ports, openDatabase }, home, (message) => say(io, message));
  return { isNew, index };
}

/** A terminal shows how far it is; a file gets one line. */
function progressLine(io: Io): (progress: IndexProgress) => void {
  let shown = "";
  return ({ files, filesDone }) => {
    if (files === 0) return;
    const done = io.stderr.isTty ? ` ${Math.floor((100 * filesDone) / files)} %` : "";
    const line = `squire: indexing ${counted(files, "session")}${done}`;
    if (line === shown) return;
    const isLast = filesDone === files;
    if (io.stderr.isTty) io.stderr.write(`\r${line}${isLast ? "\n" : ""}`);
    else io.stderr.write(`${line}\n`);
    shown = line;
  };
}

function tell({ problems }: RefreshReport, io: Io): void {
  for (const { path, message } of problems) say(io, `${path}: ${message}`);
}

function lines({ sessionId, entryId, ts, kind, title, cwd, snippet }: SessionHit): string {
  const name = shortLine(title ?? cwd, TITLE_CHARS);
  return `${sessionId.slice(0, 8)}  ${when(ts)}  ${kind}  ${name}\n  ${snippet.text}\n  entry ${entryId}\n`;
}

function readLimit(text: string): number | null {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 1000 ? count : null;
}
