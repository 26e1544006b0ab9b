import type { OpenSession } from "@squire/session";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Io } from "../io.ts";
import { say } from "./sessions-at.ts";

type Target = { readonly cwd: string; readonly file: string };

/** TRN-1: the receipt of a session, without what looks like a key. A failure is told, not fatal. */
export async function writeTranscript(
  { header, tree }: OpenSession,
  { cwd, file }: Target,
  io: Io,
): Promise<void> {
  const [{ toTranscript }, { redact }] = await Promise.all([
    import("@squire/session/exchange"),
    import("@squire/llm"),
  ]);
  const { meta, records } = toTranscript(tree.branch(), {
    source: header.id,
    redact: (text) => redact(text, []),
  });
  const lines = [meta, ...records].map((record) => `${JSON.stringify(record)}\n`);
  const path = resolve(cwd, file);
  try {
    await writeFile(path, lines.join(""), { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(io, `the transcript could not be written to ${path}: ${why}`);
  }
}
