import type { SessionHeader } from "@squire/protocol";
import type { Disk } from "./disk.ts";
import { readLog } from "./log/read.ts";
import type { LogLine } from "./log/read.ts";
import { newSummary, reduceSummary } from "./summary.ts";
import type { Summarised } from "./summary-index.ts";
import type { LogName } from "./paths.ts";

export type SummariseResult =
  | { readonly kind: "done"; readonly summarised: Summarised }
  | { readonly kind: "problem"; readonly message: string };

/** Brings a summary up to the end of its log; reads only what is new where it can. */
export async function summarise(
  disk: Disk,
  path: string,
  name: LogName,
  kept: Summarised | undefined,
): Promise<SummariseResult> {
  const size = (await disk.stat(path)).size;
  if (kept !== undefined && kept.size === size) return { kind: "done", summarised: kept };
  if (kept !== undefined && kept.size < size) {
    const grown = await goOn(disk, path, kept);
    if (grown !== null) return { kind: "done", summarised: grown };
  }
  return fromStart(disk, path, name);
}

/** Null when what follows is not a plain continuation. */
async function goOn(disk: Disk, path: string, kept: Summarised): Promise<Summarised | null> {
  const { size: offset, line, h, version } = kept;
  let grown = kept;
  for await (const found of readLog(disk, path, { from: { offset, line, h, version } })) {
    if (!found.terminated) break;
    if (found.kind !== "entry" || found.problem !== undefined) return null;
    grown = added(grown, found);
  }
  return grown;
}

async function fromStart(disk: Disk, path: string, name: LogName): Promise<SummariseResult> {
  let made: Summarised | null = null;
  let problem: string | null = null;
  for await (const found of readLog(disk, path)) {
    if (found.problem?.code === "version")
      return { kind: "problem", message: found.problem.message };
    problem ??= found.problem?.message ?? null;
    if (!found.terminated) continue;
    if (found.kind === "header") made = begun(found.header, found);
    // A header that is lost is replaced by what the name of the file says.
    else if (found.kind === "entry") made = added(made ?? begun(headerOf(name), found), found);
  }
  if (made === null) return { kind: "problem", message: problem ?? "It is empty." };
  return { kind: "done", summarised: made };
}

function begun(header: SessionHeader, { end, line, h }: LogLine): Summarised {
  const { version } = header;
  return { size: end, line: line + 1, h: h ?? "", version, summary: newSummary(header) };
}

function added(to: Summarised, found: LogLine): Summarised {
  const place = { ...to, size: found.end, line: found.line + 1, h: found.h ?? "" };
  if (found.kind !== "entry" || found.entry.kind !== "known") return place;
  return { ...place, summary: reduceSummary(to.summary, found.entry.value) };
}

/** For a log whose header is damaged. */
export function headerOf({ id, createdAt }: LogName): SessionHeader {
  return { type: "session", version: 1, id, cwd: "", createdAt };
}
