import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Transcript } from "@squire/session/exchange";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { pricesNow } from "./prices-now.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Form = { readonly json: boolean; readonly markdown: boolean };

/** TRN-3: the figures of a transcript, without asking anybody. */
export function replayCommand({ flags, args }: Invocation<"replay">, io: Io): Promise<number> {
  return withSessions(flags, io, (at) => printReplay(args.transcript, flags, at, io));
}

export async function printReplay(
  key: string,
  { json, markdown }: Form,
  at: SessionsAt,
  io: Io,
): Promise<number> {
  const transcript = await load(key, at, io);
  if (transcript === null) return EXIT_CODES.error;
  const { renderReplay, replay } = await import("@squire/session/exchange");
  const figures = replay(transcript.records, await pricesNow(at.host));
  if (json) printJson(io, figures);
  else io.stdout.write(terminalText(renderReplay(figures, markdown ? "markdown" : "plain")));
  return EXIT_CODES.ok;
}

/** TRN-4. */
export function diffCommand({ flags, args }: Invocation<"diff">, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const [a, b] = [await load(args.a, at, io), await load(args.b, at, io)];
    if (a === null || b === null) return EXIT_CODES.error;
    const { diffTranscripts, renderDiff } = await import("@squire/session/exchange");
    const diff = diffTranscripts(a, b, await pricesNow(at.host));
    if (flags.json) printJson(io, diff);
    else io.stdout.write(terminalText(renderDiff(diff, flags.markdown ? "markdown" : "plain")));
    return EXIT_CODES.ok;
  });
}

/** A file of that name, else a session. Null, and said why, for a file that is no transcript. */
async function load(key: string, at: SessionsAt, io: Io): Promise<Transcript | null> {
  const session = await import("@squire/session/exchange");
  const path = resolve(at.cwd, key);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) {
    const { header, tree } = await at.store.read(key, at.cwd);
    return session.toTranscript(tree.branch(), { source: header.id });
  }
  const transcript = await session.readTranscript(at.ports.disk, path).catch((error: unknown) => {
    say(io, `could not read ${path}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  if (transcript === null) return null;
  if (transcript.meta === null && transcript.records.length === 0) {
    say(io, `${path} is no transcript. Give a transcript file or the id of a session.`);
    return null;
  }
  if (transcript.skipped > 0)
    say(io, `${path}: ${counted(transcript.skipped, "line")} cannot be read.`);
  return transcript;
}
