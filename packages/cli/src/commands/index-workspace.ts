import type { Host } from "@squire/host";
import type { CodePlace, OpenCodeIndex } from "@squire/host/code-index";
import type { RefreshReport } from "@squire/memory";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { counted } from "../output/figures.ts";
import { printJson, say } from "./sessions-at.ts";

type Flags = Invocation<"index">["flags"];
type Indexing = { readonly host: Host; readonly place: CodePlace; readonly io: Io };

/** `squire index`: SRCH-10. */
export async function indexCommand({ flags }: Invocation<"index">, io: Io): Promise<number> {
  const host = await openHostFor(flags, io);
  const { codePlaceOf, isIndexed, removeCodeIndex } = await import("@squire/host/code-index");
  const place = codePlaceOf(host, host.loaded.settings.sandbox.workspaceRoot ?? host.cwd);
  if (place === null) {
    say(io, "this folder is no project: your home and the top of the disk are not indexed.");
    say(io, "Go into a project, or name one with --cwd.");
    return EXIT_CODES.usage;
  }
  if (flags.clear) {
    const isGone = removeCodeIndex(place);
    if (flags.json) printJson(io, { root: place.root, ready: false });
    else say(io, isGone ? `the index of ${place.root} is gone.` : `${place.root} has no index.`);
    return EXIT_CODES.ok;
  }
  if (flags.status && !isIndexed(place)) {
    if (flags.json) printJson(io, { root: place.root, ready: false });
    else say(io, `${place.root} has no index. squire index makes one.`);
    return EXIT_CODES.ok;
  }
  return update(flags, { host, place, io });
}

async function update(flags: Flags, { host, place, io }: Indexing): Promise<number> {
  const { openCodeIndex } = await import("@squire/host/code-index");
  const notice = (message: string): void => say(io, message);
  using open = await openCodeIndex(host, place, { notice, bulk: true });
  if (!open.isKept) {
    say(io, "without a place to keep it there is no index.");
    return EXIT_CODES.error;
  }
  try {
    const report = flags.status ? null : await work(flags, open, { host, place, io });
    await tell(flags, { open, report, io });
    return EXIT_CODES.ok;
  } catch (error) {
    if (!io.signal.aborted) throw error;
    const { statsOf } = await import("@squire/memory");
    const { chunks, embedded } = statsOf(open.index);
    if (io.stderr.isTty) io.stderr.write("\n");
    say(io, `stopped. ${embedded} of ${chunks} pieces have a vector; squire index goes on.`);
    return EXIT_CODES.aborted;
  }
}

/** First the words of all files, which takes seconds; then the vectors. */
async function work(
  flags: Flags,
  open: OpenCodeIndex,
  { host, place, io }: Indexing,
): Promise<RefreshReport> {
  const { filesFor, updateWords } = await import("@squire/host/code-index");
  const { writeCodeMeta } = await import("@squire/memory");
  const files = await filesFor(host, place);
  const { signal } = io;
  const report = await updateWords(open, files, {
    signal,
    waits: true,
    force: flags.force,
    progress: progressLine(io, "reading", "file"),
  });
  writeCodeMeta(open.index, { isWordsOnly: flags.wordsOnly });
  if (!flags.wordsOnly) {
    const progress = progressLine(io, "embedding", "piece");
    await open.index.embed({ waits: true, signal, progress });
  }
  return report ?? NOTHING;
}

const NOTHING: RefreshReport = { files: 0, changed: 0, removed: 0, tooMany: false };

type Progress = { readonly done: number; readonly total: number };

/** A terminal shows how far it is; a file need not know. */
function progressLine(io: Io, doing: string, what: string): (progress: Progress) => void {
  let shown = "";
  return ({ done, total }) => {
    if (!io.stderr.isTty) return;
    const line = `squire: ${doing} ${counted(total, what)} ${Math.floor((100 * done) / total)} %`;
    if (line === shown) return;
    shown = line;
    io.stderr.write(`\r${line}${done === total ? "\n" : ""}`);
  };
}

type Told = {
  readonly open: OpenCodeIndex;
  /** Null: nothing was done. */
  readonly report: RefreshReport | null;
  readonly io: Io;
};

async function tell(flags: Flags, { open, report, io }: Told): Promise<void> {
  const { readCodeMeta, statsOf } = await import("@squire/memory");
  const { sources, chunks, embedded, bytes } = statsOf(open.index);
  const { isReady, isWordsOnly } = readCodeMeta(open.index);
  const done = report === null ? {} : { changed: report.changed, removed: report.removed };
  if (report?.tooMany === true)
    say(io, "there are more files than are taken; the rest is left out.");
  if (flags.json) {
    const figures = { files: sources.code, ...done, pieces: chunks, embedded };
    const { root } = open.place;
    printJson(io, { root, ready: isReady, ...figures, wordsOnly: isWordsOnly, bytes });
    return;
  }
  const news = report === null ? "" : ` (${report.changed} new or changed, ${report.removed} gone)`;
  const vectors = isWordsOnly ? "by words alone" : `${embedded} with a vector`;
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  io.stdout.write(
    `${counted(sources.code, "file")}${news}, ${counted(chunks, "piece")}, ${vectors}, ${size}\n`,
  );
}
