import type { LocalDocument } from "@squire/research";
import { isInside, systemClock } from "@squire/platform";
import { openExtractor, scanCache } from "@squire/tools";
import type { Extractor } from "@squire/tools";
import { lstat, open, realpath } from "node:fs/promises";
import { basename, extname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Host } from "../open.ts";

export type LocalWish = {
  readonly host: Pick<Host, "cwd" | "home">;
  /** The one that runs, which is no source of its own. */
  readonly sessionId: string;
  readonly redact: (text: string) => string;
  /** Whether a file may be read without asking, by its absolute path. */
  readonly mayRead: (path: string) => boolean;
  readonly corpus?: string;
  /** Reading a large folder takes its time: whoever stops the turn does not wait for it. */
  readonly signal: AbortSignal;
};

const MOST_FILES = 20_000;
const MOST_FILE_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 128 * 1024 * 1024;
const AT_ONCE = 32;

/** Not worth reading as text. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|mp[34]|m4a|wav|ogg|webm|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|so|dll|dylib|exe|bin|o|a|class|pyc|wasm|woff2?|ttf|otf|eot|db|sqlite3?|lock|map|min\.js|min\.css)$/i;

/**
 * What can be searched on this machine (RES-13): the documents of a folder the user named, or the files of the
 * workspace and what was said in earlier sessions of it. Ignored files stay out.
 */
export async function localDocuments(wish: LocalWish): Promise<readonly LocalDocument[]> {
  const { host, corpus, signal } = wish;
  const { cwd } = host;
  if (corpus !== undefined) {
    return filesBelow(resolve(cwd, corpus), {
      cwd,
      gitignore: false,
      foreign: true,
      mayRead: () => true,
      signal,
    });
  }
  const [files, sessions] = await Promise.all([
    filesBelow(cwd, { cwd, gitignore: true, foreign: false, mayRead: wish.mayRead, signal }),
    pastSessions(wish),
  ]);
  return [...files, ...sessions];
}

type Reading = Pick<LocalWish, "mayRead" | "signal"> & {
  readonly cwd: string;
  readonly gitignore: boolean;
  readonly foreign: boolean;
};

const SCAN_MS = 30_000;

async function filesBelow(folder: string, reading: Reading): Promise<readonly LocalDocument[]> {
  const { cwd, gitignore, mayRead, signal } = reading;
  const root = await realpath(folder);
  const limits = { signal, clock: systemClock, timeoutMs: SCAN_MS };
  const scan = await scanCache().fresh({ root, hidden: false, gitignore }, limits);
  const paths = scan.entries.flatMap(({ path, type }) =>
    type === "file" && !NO_TEXT.test(path) && mayRead(join(root, path)) ? [path] : [],
  );
  const documents: LocalDocument[] = [];
  let bytes = 0;
  const extractor = openExtractor({ clock: systemClock });
  const opened = { cwd, foreign: reading.foreign, extractor, signal };
  try {
    for (let at = 0; at < Math.min(paths.length, MOST_FILES) && bytes < MOST_BYTES; at += AT_ONCE) {
      signal.throwIfAborted();
      const read = await Promise.all(
        paths.slice(at, at + AT_ONCE).map((path) => documentAt(join(root, path), opened)),
      );
      for (const document of read) {
        if (document === null) continue;
        bytes += document.text.length;
        documents.push(document);
      }
    }
    // What was not read because somebody has stopped it is not missing.
    signal.throwIfAborted();
    return documents;
  } finally {
    await extractor.close();
  }
}

type Opened = {
  readonly cwd: string;
  readonly foreign: boolean;
  readonly extractor: Extractor;
  readonly signal: AbortSignal;
};

/** What is read as a page and not as its source. */
const PAGES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
};

async function documentAt(path: string, opened: Opened): Promise<LocalDocument | null> {
  try {
    const look = await lstat(path);
    if (!look.isFile() || look.size === 0 || look.size > MOST_FILE_BYTES) return null;
    await using file = await open(path);
    const read = await readAs(path, await file.readFile(), opened);
    if (read === null) return null;
    const place = isInside(opened.cwd, path) ? relative(opened.cwd, path) : path;
    return {
      kind: "file",
      place: place.replaceAll("\\", "/"),
      ...read,
      foreign: opened.foreign,
      changedAt: Math.max(0, Math.round(look.mtimeMs)),
    };
  } catch {
    // Gone or closed since it was listed: it is not there then.
    return null;
  }
}

/** Null for what is no text. */
async function readAs(
  path: string,
  bytes: Buffer,
  { extractor, signal }: Pick<Opened, "extractor" | "signal">,
): Promise<Pick<LocalDocument, "title" | "text"> | null> {
  const contentType = PAGES[extname(path).slice(1).toLowerCase()];
  if (contentType !== undefined) {
    const request = { bytes, contentType, url: pathToFileURL(path).href, selector: null };
    const page = await extractor.extract(request, signal);
    if (page.type === "failed" || page.text.trim() === "") return null;
    return { title: page.title === "" ? titleOf(page.text, path) : page.title, text: page.text };
  }
  if (bytes.subarray(0, 8_000).includes(0)) return null;
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  return { title: titleOf(text, path), text };
}

/** The first heading of a page, or a first line that stands alone like one; else its name. */
function titleOf(text: string, path: string): string {
  const head = text.slice(0, 2_000);
  const heading = /^(?:#{1,3}\s+(.{1,200})|title:\s*"?([^"\n]{1,200})"?\s*)$/m.exec(head);
  const told = heading?.[1] ?? heading?.[2] ?? (isProse(path) ? firstLine(head) : null);
  return told?.trim() ?? basename(path).replace(/\.(?:md|txt|html?|rst)$/i, "");
}

function isProse(path: string): boolean {
  return /\.(?:md|markdown|txt|rst|text)$|(?:^|[/\\])[^./\\]+$/i.test(path);
}

const MOST_TITLE = 120;

/** A short line with no end of a sentence, and with text below it. */
function firstLine(text: string): string | null {
  const [, line = ""] = /^\s*(\S.*)\n\s*\S/.exec(text) ?? [];
  return line === "" || line.length > MOST_TITLE || /[.!?:;,]["”’)]?\s*$/.test(line) ? null : line;
}

const MOST_SESSIONS = 30;

async function pastSessions({
  host,
  sessionId,
  redact,
  signal,
}: LocalWish): Promise<readonly LocalDocument[]> {
  const [{ sessionStore }, { exportMarkdown }] = await Promise.all([
    import("../sessions.ts"),
    import("@squire/session/exchange"),
  ]);
  const store = sessionStore(host.home);
  const { sessions } = await store.list(host.cwd);
  const documents: LocalDocument[] = [];
  for (const { id, title, updatedAt } of sessions.slice(0, MOST_SESSIONS)) {
    signal.throwIfAborted();
    if (id === sessionId) continue;
    const read = await store.read(id).catch(() => null);
    if (read === null) continue;
    const text = exportMarkdown({ header: read.header, branch: read.tree.branch() }, { redact });
    documents.push({
      kind: "session",
      place: `session://${id}`,
      title: title ?? "Session",
      text,
      foreign: true,
      changedAt: updatedAt,
    });
  }
  return documents;
}
