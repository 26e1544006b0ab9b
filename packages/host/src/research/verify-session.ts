import type { Citation, Entry } from "@squire/protocol";
import { relocate, verdictOf, verifyReport } from "@squire/research";
import type { CheckedCitation, Verdict } from "@squire/research";
import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { isInside } from "@squire/platform";
import { textsOfSession } from "./kept-texts.ts";
import { lastReport } from "./reports.ts";

export type SessionAt = {
  readonly branch: readonly Entry[];
  /** Null: nothing of it is kept. */
  readonly logPath: string | null;
  /** Where the paths it names begin. */
  readonly cwd: string;
};

/**
 * The last report of a session, checked again; without one, the places in files that its answers name (LOOP-25). Null:
 * it has neither.
 */
export async function verifySession({ branch, logPath, cwd }: SessionAt): Promise<Verdict | null> {
  const report = lastReport(branch);
  const textAt = textsBelow(cwd);
  if (report === null) return verifyPlaces(branch, textAt);
  const find = logPath === null ? () => Promise.resolve(null) : textsOfSession(logPath);
  const verdict = await verifyReport(report, find);
  const citations = await Promise.all(
    verdict.citations.map(async (checked) => {
      const citation = report.citations.find(({ n }) => n === checked.n);
      const now = citation === undefined ? null : await whereNow(citation, textAt);
      return now === null ? checked : { ...checked, now };
    }),
  );
  return { ...verdict, citations };
}

async function verifyPlaces(branch: readonly Entry[], textAt: TextAt): Promise<Verdict | null> {
  const places = branch.filter(
    (entry): entry is Entry<"citation"> =>
      entry.type === "citation" && entry.claim === undefined && entry.line !== undefined,
  );
  if (places.length === 0) return null;
  const checked = await Promise.all(places.map((place, at) => checkPlace(place, at + 1, textAt)));
  return verdictOf(checked, []);
}

async function checkPlace(
  place: Entry<"citation">,
  n: number,
  textAt: TextAt,
): Promise<CheckedCitation> {
  const { source, quote, line = 1, start, end } = place;
  const about = { n, source: `${source}:${line}`, quote, start, end };
  if (place.status === "missing") {
    return { ...about, status: "missing", problem: "it was not there when it was named" };
  }
  const text = await textAt(source);
  if (text === null) return { ...about, status: "unreachable", problem: "the file is not there" };
  const found = relocate({ quote, line }, text);
  switch (found.status) {
    case "same":
      return { ...about, status: "verified", problem: null };
    case "moved":
      return { ...about, status: "verified", problem: null, now: `now at line ${found.line}` };
    case "near":
      return {
        ...about,
        status: "near",
        problem: null,
        now: `changed a little, at line ${found.line}`,
      };
    case "gone":
      return { ...about, status: "missing", problem: "the lines are not in the file any more" };
  }
}

/** Where the words of a stored file stand in the file as it is now; null where nothing has changed. */
async function whereNow({ source, quote, line }: Citation, textAt: TextAt): Promise<string | null> {
  if (line === undefined) return null;
  const text = await textAt(source);
  if (text === null) return "the file is not there any more";
  const found = relocate({ quote, line }, text);
  if (found.status === "same") return null;
  if (found.status !== "gone") {
    return found.line === line ? null : `now at line ${found.line}`;
  }
  return "the file does not say so any more";
}

/** The text of a file as it is now; null where there is none to be read. */
type TextAt = (path: string) => Promise<string | null>;

/** Files of the folder, each read once however many places in it are named. */
function textsBelow(cwd: string): TextAt {
  const read = new Map<string, Promise<string | null>>();
  const root = realpath(cwd).catch(() => null);
  return (path) => {
    const known = read.get(path) ?? root.then((folder) => textIn(folder, path));
    read.set(path, known);
    return known;
  };
}

const MOST_BYTES = 16 * 1024 * 1024;

/** What lies outside of the folder is nobody's business here, also by way of a link. */
async function textIn(folder: string | null, path: string): Promise<string | null> {
  if (folder === null || isAbsolute(path)) return null;
  try {
    const real = await realpath(resolve(folder, path));
    if (!isInside(folder, real)) return null;
    const look = await stat(real);
    return look.isFile() && look.size <= MOST_BYTES ? await readFile(real, "utf8") : null;
  } catch {
    // Not there, or not to be read: for a check that is the same.
    return null;
  }
}
