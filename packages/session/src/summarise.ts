import type { SessionHeader } from "@squire/protocol";
import type { Disk, DiskStat } from "./disk.ts";
import { readMeter } from "./log/meter.ts";
import { readLog } from "./log/read.ts";
import type { LogLine } from "./log/read.ts";
import { newSummary, reduceSummary, withHeader } from "./summary.ts";
import type { Summarised } from "./summary-index.ts";
import type { LogName } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import { fitsLog, LEAST_BYTES, logIndexPath } from "./table/fits-log.ts";
import { readIndexFile } from "./table/read-index.ts";

export type SummariseResult =
  | { readonly kind: "done"; readonly summarised: Summarised }
  | { readonly kind: "problem"; readonly message: string };

/** Brings a summary up to the end of its log; reads only what is new where it can. */
export async function summarise(
  ports: SessionPorts,
  path: string,
  name: LogName,
  kept: Summarised | undefined,
): Promise<SummariseResult> {
  const { disk } = ports;
  const now = await disk.stat(path);
  const { size } = now;
  if (kept !== undefined && kept.size === size) return { kind: "done", summarised: kept };
  if (kept !== undefined && kept.size < size) {
    const grown = await goOn(disk, path, kept);
    if (grown !== null) return { kind: "done", summarised: grown };
  }
  const indexed = size < LEAST_BYTES ? null : await fromIndex(disk, path, name, now);
  const grown = indexed === null ? null : await goOn(disk, path, indexed);
  return grown === null ? fromStart(ports, path, name, size) : { kind: "done", summarised: grown };
}

/** What the index of a long log says; null when it has none that can be believed. */
export async function fromIndex(
  disk: Disk,
  path: string,
  name: LogName,
  now: DiskStat,
): Promise<Summarised | null> {
  try {
    const last = (await readIndexFile(disk, logIndexPath(path)))?.last;
    if (last === undefined || !fitsLog(disk, path, last, now)) return null;
    const { offset: size, line, h, version } = last.place;
    const summary = withHeader(last.summary, last.header ?? headerOf(name));
    return { size, line, h, version, summary };
  } catch {
    return null;
  }
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

async function fromStart(
  ports: SessionPorts,
  path: string,
  name: LogName,
  bytes: number,
): Promise<SummariseResult> {
  const meter = readMeter(ports, { path, bytes });
  let made: Summarised | null = null;
  let problem: string | null = null;
  for await (const found of readLog(ports.disk, path)) {
    meter.reached(found.end);
    if (found.problem?.code === "version")
      return { kind: "problem", message: found.problem.message };
    problem ??= found.problem?.message ?? null;
    if (!found.terminated) continue;
    if (found.kind === "header") made = begun(found.header, found);
    // A header that is lost is replaced by what the name of the file says.
    else if (found.kind === "entry") made = added(made ?? begun(headerOf(name), found), found);
  }
  meter.end();
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
