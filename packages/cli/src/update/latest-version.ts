import type { FetchPort } from "@squire/llm";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isVersion } from "./compare-versions.ts";

export type LatestInput = {
  readonly url: string;
  readonly cacheFile: string;
  readonly fetch: FetchPort;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Ask even if an answer of today is there. */
  readonly fresh: boolean;
};

const CACHE_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 3_000;
const MOST_CHARS = 1024 * 1024;

type Kept = { readonly at: number; readonly url: string; readonly latest: string };

/** The newest version there is, asked for at most once a day; null when nobody knows (CLI-6). */
export async function latestVersion(input: LatestInput): Promise<string | null> {
  const kept = input.fresh ? null : await readKept(input.cacheFile);
  const age = input.now() - (kept?.at ?? 0);
  if (kept !== null && kept.url === input.url && age >= 0 && age < CACHE_MS) return kept.latest;
  const latest = await ask(input).catch(() => null);
  if (latest === null) return null;
  await keep(input.cacheFile, { at: input.now(), url: input.url, latest });
  return latest;
}

async function ask({ url, fetch, signal }: LatestInput): Promise<string | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const headers = { accept: "application/json" };
  const response = await fetch(url, { method: "GET", headers, signal: limit });
  const text = await response.text();
  if (!response.ok || text.length > MOST_CHARS) return null;
  const answer: unknown = JSON.parse(text);
  return versionIn(answer);
}

function versionIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("version" in answer)) return null;
  const { version } = answer;
  return typeof version === "string" && isVersion(version) ? version.replace(/^v/, "") : null;
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, "utf8"));
    const latest = versionIn({ version: (kept as Partial<Kept> | null)?.latest });
    const { at, url } = kept as Partial<Kept>;
    if (latest === null || typeof at !== "number" || typeof url !== "string") return null;
    return { at, url, latest };
  } catch {
    return null; // none yet, or not ours: it is asked for again
  }
}

/** What cannot be kept is asked for again next time. */
async function keep(file: string, kept: Kept): Promise<void> {
  const whole = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(whole, JSON.stringify(kept), { mode: 0o600 });
    await rename(whole, file);
  } catch {
    return;
  }
}
