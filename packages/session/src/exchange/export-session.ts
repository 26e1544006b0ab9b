import { dirname } from "node:path";
import type { Artifact } from "../artifacts/artifact.ts";
import type { ArtifactStore } from "../artifacts/store.ts";
import type { Disk } from "../disk.ts";
import { checkSeal } from "../log/line.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { salvage } from "../log/salvage.ts";
import { splitLines } from "../log/split-lines.ts";
import { CHUNK_BYTES, ContainerWriter } from "./container.ts";

export type ExportSource = {
  /** The log. */
  readonly path: string;
  readonly artifacts: Pick<ArtifactStore, "list" | "read">;
};

export type ExportReport = {
  readonly lines: number;
  readonly artifacts: number;
  /** Lines and artifacts that are damaged and therefore not in it. */
  readonly problems: readonly string[];
};

/**
 * Writes a session with its artifacts into one file (SES-16), which appears when it is whole. The same
 * session gives the same bytes. Reads in parts: neither log nor artifacts need fit into memory.
 */
export async function exportSession(
  { disk, ids }: { readonly disk: Disk; readonly ids: () => string },
  source: ExportSource,
  target: string,
): Promise<ExportReport> {
  const temporary = `${target}.${ids()}.tmp`;
  try {
    const file = await disk.open(temporary, "wx");
    const report = { lines: 0, artifacts: 0, problems: [] as string[] };
    try {
      const writer = new ContainerWriter(file);
      await writer.open();
      await writeLog(disk, source.path, writer, report);
      await writeArtifacts(source.artifacts, writer, report);
      await writer.end();
      await file.fsync();
    } finally {
      await file.close();
    }
    await disk.rename(temporary, target);
    await disk.fsyncDir(dirname(target));
    return report;
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw storageError("export to", target, error);
  }
}

type Report = { lines: number; artifacts: number; readonly problems: string[] };

async function writeLog(
  disk: Disk,
  path: string,
  writer: ContainerWriter,
  report: Report,
): Promise<void> {
  const newline = new Uint8Array([0x0a]);
  for await (const batch of splitLines(disk, path)) {
    const whole: Uint8Array[] = [];
    for (const { bytes, line } of batch) {
      const pieces = checkSeal(bytes)?.holds ? [bytes] : salvage(bytes);
      if (pieces[0] !== bytes) report.problems.push(`Line ${line} of the log is damaged.`);
      for (const piece of pieces) whole.push(Buffer.concat([piece, newline]));
    }
    report.lines += whole.length;
    if (whole.length > 0) await writer.log(whole);
  }
  if (report.lines > 0) return;
  throw new LogError("invalid", `There is nothing to export in ${path}.`, {
    advice: "Check it with `squire session verify`.",
  });
}

async function writeArtifacts(
  artifacts: ExportSource["artifacts"],
  writer: ContainerWriter,
  report: Report,
): Promise<void> {
  const all = (await artifacts.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const artifact of all) {
    if (await writeArtifact(artifacts, artifact, writer)) report.artifacts++;
    else report.problems.push(`The artifact ${artifact.id} is damaged or missing.`);
  }
}

/** The first read checks the hash of the whole: an artifact is in the file as a whole or not at all. */
async function writeArtifact(
  artifacts: ExportSource["artifacts"],
  artifact: Artifact,
  writer: ContainerWriter,
): Promise<boolean> {
  const { id } = artifact;
  let offset: number | null = 0;
  while (offset !== null) {
    const part = await artifacts.read(id, { offset, limit: CHUNK_BYTES });
    if (part.kind !== "found") {
      if (offset === 0) return false;
      throw new LogError("storage", `The artifact ${id} changed while it was exported.`, {
        advice: "Try again.",
      });
    }
    if (offset === 0) await writer.artifact(artifact);
    if (part.bytes.length > 0) await writer.chunk(part.bytes);
    offset = part.nextOffset;
  }
  return true;
}
