import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { EXIT_CODES } from "@squire/protocol/values";
import type { ArtifactStore, SessionRef } from "@squire/session";
import type { ExportFormat, ExportInclude, ExportInput } from "@squire/session/exchange";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { exportReport } from "./export-report.ts";
import { exportText } from "./export-text.ts";
import { printContainer } from "./print-container.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Export = Invocation<"session export">;

/** SES-16, EXP-1: `jsonl` can be imported again, the others are to be read. */
export async function exportCommand(
  { flags, args }: Export,
  at: SessionsAt,
  io: Io,
): Promise<number> {
  const ref = await at.store.find(args.session, at.cwd);
  const include = includesOf(flags.include);
  if (include === null) {
    say(io, "--include takes tools, thinking and artifacts.");
    return EXIT_CODES.usage;
  }
  const format = await formatFor(flags);
  const { header, tree, problems } = await at.store.read(ref.id);
  if (flags.report) return exportReport({ ref, tree, flags }, at, io);
  const read = (): ExportInput => ({ header, branch: tree.branch() });
  const target = flags.out === undefined ? null : await targetFor(flags.out, at, read, format);
  if (format === "jsonl" && !flags.archive) return moveOut(ref, target, at, io);
  const input = read();
  for (const { message } of problems) say(io, message);
  const { env } = at.host;
  const text = await exportText(input, flags.archive ? "archive" : format, {
    env,
    include,
    logPath: ref.path,
  });
  if (target === null) io.stdout.write(text);
  else if (!(await written(target, text, io))) return EXIT_CODES.error;
  return EXIT_CODES.ok;
}

const INCLUDES: readonly ExportInclude[] = ["tools", "thinking", "artifacts"];

/** `--include tools,thinking`; null for another word. */
function includesOf(given: readonly string[]): readonly ExportInclude[] | null {
  const names = given.flatMap((words) => words.split(",")).map((word) => word.trim());
  const found = names.map((name) => INCLUDES.find((known) => known === name));
  return found.includes(undefined) ? null : found.filter((one) => one !== undefined);
}

async function formatFor({ format, json, out, archive }: Export["flags"]): Promise<ExportFormat> {
  const { formatOf } = await import("@squire/session/exchange");
  if (archive) return "jsonl";
  if (json) return "json";
  return format ?? (out === undefined ? null : formatOf(out)) ?? "jsonl";
}

/** In a folder the file is named after date and title. */
async function targetFor(
  out: string,
  { cwd }: SessionsAt,
  read: () => ExportInput,
  format: ExportFormat,
): Promise<string> {
  const { exportName } = await import("@squire/session/exchange");
  const path = resolve(cwd, out);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, exportName(read(), format)) : path;
}

async function written(path: string, text: string, io: Io): Promise<boolean> {
  try {
    await writeFile(path, text);
    say(io, `wrote ${path}`);
    return true;
  } catch (error) {
    say(io, `could not write ${path}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function moveOut(
  { path }: SessionRef,
  target: string | null,
  { ports }: SessionsAt,
  io: Io,
): Promise<number> {
  const { artifactsFolder } = await import("@squire/session");
  const { exportSession } = await import("@squire/session/exchange");
  const source = { path, artifacts: await artifactsIn(ports, artifactsFolder(path)) };
  if (target === null) return printContainer(ports, source, io);
  const { problems } = await exportSession(ports, source, target);
  for (const problem of problems) say(io, problem);
  say(io, `wrote ${target}`);
  return EXIT_CODES.ok;
}

/** SES-15, SES-16: prints the id of the new session, which belongs to this folder. */
export async function importCommand(
  { flags, args }: Invocation<"session import">,
  { ports, home, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { nodeTreeDisk, openArtifacts } = await import("@squire/session");
  const { importSession } = await import("@squire/session/exchange");
  const disk = nodeTreeDisk();
  const { id, report } = await importSession(ports, home, {
    file: resolve(cwd, args.file),
    cwd,
    openArtifacts: (folder) => openArtifacts({ ...ports, disk }, folder),
  });
  if (flags.json) {
    printJson(io, { id, ...report });
    return EXIT_CODES.ok;
  }
  say(io, `imported ${report.imported} of ${report.lines} lines (${report.format}).`);
  for (const { line, what, why } of report.left) say(io, `line ${line}, ${what}, left out: ${why}`);
  if (flags.verbose) {
    for (const { line, what, why } of report.changed) say(io, `line ${line}, ${what}: ${why}`);
  }
  io.stdout.write(`${id}\n`);
  return EXIT_CODES.ok;
}

async function artifactsIn(ports: SessionsAt["ports"], folder: string): Promise<ArtifactStore> {
  const { nodeTreeDisk, openArtifacts } = await import("@squire/session");
  return openArtifacts({ ...ports, disk: nodeTreeDisk() }, folder);
}
