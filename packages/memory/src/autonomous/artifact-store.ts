import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { rootHash } from "../notes/note-store.ts";
import type { Lessons } from "./replies.ts";

/** What is kept of one session. */
export type KeptExtract = {
  readonly session: string;
  readonly title: string;
  /** Of the session when it was read: another one now means that it has changed. */
  readonly updatedAt: number;
  readonly outside: readonly string[];
  readonly raw: string;
  readonly synopsis: string;
  /** How often it could not be read as it is; the words are those of an earlier reading then. */
  readonly failures: number;
};

const keptSchema = (): z.ZodType<KeptExtract> =>
  z.object({
    session: z.string(),
    title: z.string(),
    updatedAt: z.number(),
    outside: z.array(z.string()),
    raw: z.string(),
    synopsis: z.string(),
    failures: z.number().int().min(0),
  });

export const SUMMARY_FILE = "memory_summary.md";
const MEMORY_FILE = "MEMORY.md";
const SESSION = /^[\w-]{1,80}$/;

/** Where a project keeps what was learned: in a folder of its own, so that no note of the user is ever in the way. */
export function artifactFolder(home: string, root: string): string {
  return join(home, "memory", rootHash(root), "autonomous");
}

/** The files of autonomous memory (MEM-9). Each is replaced as a whole; nobody ever sees half of one. */
export class ArtifactStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  get summaryPath(): string {
    return join(this.folder, SUMMARY_FILE);
  }

  summary(): string | null {
    return readText(this.summaryPath);
  }

  /** Newest first; a file that cannot be read is none. */
  extracts(): readonly KeptExtract[] {
    const kept = namesIn(join(this.folder, "sessions")).flatMap((name) => {
      const found = parseKept(readText(join(this.folder, "sessions", name)));
      return found !== null && `${found.session}.json` === name ? [found] : [];
    });
    return kept.sort((a, b) => b.updatedAt - a.updatedAt || (a.session < b.session ? -1 : 1));
  }

  keep(extract: KeptExtract): void {
    if (!SESSION.test(extract.session)) throw new Error(`"${extract.session}" is no session.`);
    this.#replace(["sessions", `${extract.session}.json`], `${JSON.stringify(extract)}\n`);
  }

  drop(session: string): void {
    if (SESSION.test(session))
      rmSync(join(this.folder, "sessions", `${session}.json`), { force: true });
  }

  /** Skills first and the summary last: what is shown to a model never names what is not there. */
  publish({ memory, summary, skills }: Lessons, basis: string): void {
    for (const { name, description, body } of skills) {
      const line = description.replace(/\s+/g, " ").trim();
      const text = `---\nname: ${name}\ndescription: ${line}\n---\n\n${body.trim()}\n`;
      this.#replace(["skills", name, "SKILL.md"], text);
    }
    const now = new Set(skills.map(({ name }) => name));
    for (const name of this.skills()) {
      if (!now.has(name))
        rmSync(join(this.folder, "skills", name), { recursive: true, force: true });
    }
    this.#replace([MEMORY_FILE], ended(memory));
    this.#replace([SUMMARY_FILE], ended(summary));
    this.#replace(["basis"], basis);
  }

  /** How often nothing came of these notes. */
  failuresOf(basis: string): number {
    const [failed, count] = readText(join(this.folder, FAILED_FILE))?.trim().split(" ") ?? [];
    return failed === basis ? Number(count) || 0 : 0;
  }

  keepFailure(basis: string): void {
    this.#replace([FAILED_FILE], `${basis} ${this.failuresOf(basis) + 1}\n`);
  }

  skills(): readonly string[] {
    return namesIn(join(this.folder, "skills"));
  }

  /** What the artifacts were made of; null before there are any. */
  basis(): string | null {
    return readText(join(this.folder, "basis"));
  }

  /**
   * Everything but the lease, which whoever calls this holds. What these sessions and those that were read say now is
   * not learned again: that is on the disk before anything is gone.
   */
  clear(sessions: readonly ForgottenSession[]): void {
    const read = this.extracts().map(({ session: id, updatedAt }) => ({ id, updatedAt }));
    const all = [...this.forgotten(), ...[...read, ...sessions].map(entryOf)];
    this.#replace([FORGOTTEN_FILE], `${JSON.stringify(Object.fromEntries(all))}\n`);
    for (const name of namesIn(this.folder)) {
      if (!name.startsWith(LEASE_FILE) && name !== FORGOTTEN_FILE)
        rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }

  /** When a session that is not to be learned from was last used: since then nothing of it counts. */
  forgotten(): ReadonlyMap<string, number> {
    return parseForgotten(readText(join(this.folder, FORGOTTEN_FILE)));
  }

  #replace(path: readonly [string, ...string[]], text: string): void {
    const file = join(this.folder, ...path);
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    const temp = `${file}.${process.pid}.tmp`;
    writeFileSync(temp, text, { mode: 0o600, flush: true });
    renameSync(temp, file);
  }
}

export const LEASE_FILE = "lease";
const FAILED_FILE = "basis.failed";
const FORGOTTEN_FILE = "forgotten.json";

export type ForgottenSession = { readonly id: string; readonly updatedAt: number };

function entryOf({ id, updatedAt }: ForgottenSession): readonly [string, number] {
  return [id, updatedAt];
}

/** Of what lessons are made from: the same notes need no second reading. */
export function basisOf(kept: readonly KeptExtract[]): string {
  const notes = kept
    .map(({ session, title, outside, raw, synopsis }) => ({
      session,
      title,
      outside,
      raw,
      synopsis,
    }))
    .sort((a, b) => (a.session < b.session ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(notes)).digest("hex");
}

function ended(text: string): string {
  return text.trim() === "" ? "" : `${text.trim()}\n`;
}

function parseKept(text: string | null): KeptExtract | null {
  if (text === null) return null;
  try {
    return keptSchema().parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function parseForgotten(text: string | null): ReadonlyMap<string, number> {
  if (text === null) return new Map();
  try {
    return new Map(Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(text))));
  } catch {
    return new Map();
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.endsWith(".tmp"))
      .sort();
  } catch {
    return [];
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
