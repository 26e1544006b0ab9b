import { EXIT_CODES } from "@squire/protocol/values";
import type { ReadSession, SessionRef } from "@squire/session";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Job = {
  readonly ref: SessionRef;
  readonly tree: ReadSession["tree"];
  readonly flags: Invocation<"session export">["flags"];
};

/** The last report of a session alone, with what it cites (EXP-5). */
export async function exportReport(
  { ref, tree, flags }: Job,
  at: SessionsAt,
  io: Io,
): Promise<number> {
  const door = await import("@squire/host/research");
  const report = door.lastReport(tree.branch());
  if (report === null) {
    say(io, "There is no report in this session. Leave --report out to export the session.");
    return EXIT_CODES.error;
  }
  const { bundle, verdict } = await door.bundleReport(report, {
    sessionId: ref.id,
    find: door.textsOfSession(ref.path),
    redact: door.exportRedactor(at.host.env),
    texts: true,
  });
  if (!verdict.ok) say(io, "not all of it could be verified: squire verify says what");
  const { out } = flags;
  const wanted = flags.json ? "json" : (flags.format ?? null);
  const format = wanted === "jsonl" ? "json" : wanted;
  if (out === undefined) io.stdout.write(door.reportText(bundle, format ?? "md"));
  else say(io, `wrote ${await door.writeReport(bundle, resolve(at.cwd, out), format)}`);
  return EXIT_CODES.ok;
}
