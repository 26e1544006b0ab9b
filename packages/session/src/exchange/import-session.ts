import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { JsonValue } from "@squire/protocol";
import type { Artifact } from "../artifacts/artifact.ts";
import { artifactsFolder } from "../artifacts/artifact.ts";
import type { ArtifactStore } from "../artifacts/store.ts";
import type { SessionRef } from "../find.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { splitLines } from "../log/split-lines.ts";
import type { SessionPorts } from "../ports.ts";
import { damaged, isContainer, readContainer } from "./container.ts";
import type { ImportReport } from "./imported.ts";
import { ownDrafts } from "./own-drafts.ts";
import { MAX_SOURCE_LINE, toDrafts } from "./to-drafts.ts";
import type { ForeignFormat } from "./to-drafts.ts";
import { newPlace, writeSession } from "./write-session.ts";
import type { NewPlace } from "./write-session.ts";

export type ImportRequest = {
  /** The file to read; it is not changed. */
  readonly file: string;
  /** The folder the new session belongs to; never taken from the file. */
  readonly cwd: string;
  readonly format?: ForeignFormat;
  /** The artifacts in a folder, for what an export brings along. */
  readonly openArtifacts: (folder: string) => Pick<ArtifactStore, "create">;
};

export type Imported = SessionRef & { readonly report: ImportReport };

/**
 * Makes a new session from an export of Squire, from a log of Squire, or from a session file of
 * another program (SES-15, SES-16). Nothing in the file gives a right, starts anything or names a
 * place on this machine. All or nothing: rejects with a `LogError` and leaves no session behind.
 */
export async function importSession(
  ports: SessionPorts,
  home: string,
  request: ImportRequest,
): Promise<Imported> {
  const { file } = request;
  try {
    const first = await firstLine(ports, file);
    const place = newPlace(ports, home, request.cwd);
    if (isContainer(first)) return await importContainer(ports, request, place);
    if (isOwnLog(first)) return await importLog(ports, file, place);
    return await importForeign(ports, request, place);
  } catch (error) {
    throw storageError("import", file, error);
  }
}

async function firstLine({ disk }: SessionPorts, path: string): Promise<string> {
  for await (const batch of splitLines(disk, path)) {
    for (const { bytes } of batch) {
      const text = new TextDecoder().decode(bytes);
      if (text.trim() !== "") return text;
    }
  }
  throw new LogError("invalid", `${path} is empty.`, { advice: "Choose another file." });
}

/** A log of ours has a hash at the end of each line. */
function isOwnLog(line: string): boolean {
  return /^\{"type":"session".*,"h":"[0-9a-f]{64}"\}$/s.test(line);
}

async function importForeign(
  ports: SessionPorts,
  { file, format }: ImportRequest,
  place: NewPlace,
): Promise<Imported> {
  const lines: string[] = [];
  for await (const batch of splitLines(ports.disk, file)) {
    for (const { bytes } of batch) {
      // A line that is too long stays as something that will be named.
      lines.push(bytes.length > MAX_SOURCE_LINE ? "too long" : new TextDecoder().decode(bytes));
    }
  }
  const options = format === undefined ? { ids: ports.ids } : { ids: ports.ids, format };
  const { drafts, report, origin } = toDrafts(lines, options);
  await writeSession(ports, place, drafts, () => noteOf(report, origin));
  return { id: place.id, path: place.path, report };
}

async function importLog(ports: SessionPorts, path: string, place: NewPlace): Promise<Imported> {
  const own = ownDrafts(ports, path);
  await writeSession(ports, place, own.drafts(), () => noteOf(own.report(), own.origin()));
  return { id: place.id, path: place.path, report: own.report() };
}

async function importContainer(
  ports: SessionPorts,
  { file, openArtifacts }: ImportRequest,
  place: NewPlace,
): Promise<Imported> {
  await verifyContainer(ports, file);
  const { disk } = ports;
  const logCopy = `${place.path}.import`;
  await disk.mkdir(dirname(place.path));
  try {
    await unpack(ports, file, logCopy, openArtifacts(artifactsFolder(place.path)));
    return await importLog(ports, logCopy, place);
  } finally {
    await disk.unlink(logCopy).catch(() => undefined);
  }
}

/** Everything is checked before anything is written: the whole, and each artifact's own hash. */
async function verifyContainer({ disk }: SessionPorts, file: string): Promise<void> {
  let open: { readonly artifact: Artifact; readonly hash: ReturnType<typeof createHash> } | null =
    null;
  let size = 0;
  const close = (): void => {
    if (open === null) return;
    const { artifact, hash } = open;
    if (size !== artifact.size || hash.digest("hex") !== artifact.sha256) throw damaged();
  };
  for await (const part of readContainer(disk, file)) {
    if (part.kind === "artifact") {
      close();
      open = { artifact: part.artifact, hash: createHash("sha256") };
      size = 0;
    } else if (part.kind === "chunk") {
      if (open === null) throw damaged();
      open.hash.update(part.bytes);
      size += part.bytes.length;
    } else if (open !== null) throw damaged();
  }
  close();
}

async function unpack(
  { disk }: SessionPorts,
  file: string,
  logCopy: string,
  artifacts: Pick<ArtifactStore, "create">,
): Promise<void> {
  const log = await disk.open(logCopy, "wx");
  let writer: Awaited<ReturnType<ArtifactStore["create"]>> | null = null;
  const finish = async (): Promise<void> => {
    const done = writer;
    writer = null;
    await done?.finish();
  };
  try {
    for await (const part of readContainer(disk, file)) {
      if (part.kind === "log") await log.append(Buffer.concat([part.bytes, NEWLINE]));
      else if (part.kind === "chunk") await writer?.write(part.bytes);
      else {
        await finish();
        const { tool, contentType } = part.artifact;
        writer = await artifacts.create({ tool, contentType });
      }
    }
    await finish();
  } catch (error) {
    await writer?.abort();
    throw error;
  } finally {
    await log.close();
  }
}

const NEWLINE = new Uint8Array([0x0a]);

function noteOf(report: ImportReport, origin: Readonly<Record<string, string>>): JsonValue {
  const { format, lines, imported, left, changed } = report;
  return { format, lines, imported, left: left.length, changed: changed.length, origin };
}
