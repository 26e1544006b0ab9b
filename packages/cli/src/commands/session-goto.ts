import { EXIT_CODES } from "@squire/protocol/values";
import { entryNamed } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** Goes on from another entry, with notes on what is left behind if they are wanted (SES-7, CMP-12). */
export async function gotoEntry(
  { flags, args }: Invocation<"session goto">,
  { store, host, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  if (flags.summary && flags.noSummary) {
    say(io, "--summary and --no-summary do not go together.");
    return EXIT_CODES.usage;
  }
  const { navigate } = await import("@squire/host/live");
  await using session = await store.open(args.session, cwd);
  const toId = entryNamed(session.tree, args.entry);
  const wish = flags.summary || flags.noSummary ? { summarise: flags.summary } : {};
  const result = await navigate({ host, session, toId, signal: io.signal, ...wish });
  if (flags.json) printJson(io, result);
  switch (result.type) {
    case "here":
      say(io, "the conversation is there already.");
      return EXIT_CODES.ok;
    case "cancelled":
      say(io, `nothing was changed: ${result.reason}`);
      return io.signal.aborted ? EXIT_CODES.aborted : EXIT_CODES.error;
    case "moved":
      say(io, `the conversation goes on from ${toId}; files are as they were.`);
      if (result.summary !== null && !flags.json) io.stdout.write(`${result.summary}\n`);
      return EXIT_CODES.ok;
  }
}
