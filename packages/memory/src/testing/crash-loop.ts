import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@squire/platform";
import { seededRandom } from "@squire/testkit";
import { openMemoryIndex } from "../index/memory-index.ts";
import type { MemoryIndex } from "../index/memory-index.ts";
import { findVectorLibrary } from "../index/vector-store.ts";
import { corpusSource, NAMES } from "./crash-corpus.ts";
import type { IndexerOrders, Twist } from "./crash-indexer.ts";
import { embedWork, problemsOf } from "./crash-judge.ts";
import { wordEmbedder } from "./word-embedder.ts";

export type CrashLoop = {
  readonly kills: number;
  readonly seed: number;
  readonly twist?: Twist;
};

export type CrashResult = {
  readonly cases: number;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
};

const INDEXER = join(import.meta.dir, "crash-indexer.ts");
/** About two generations of one indexer. */
const MOST_STATEMENTS = 2_500;
/** What it takes to make a new database. */
const OPENING_STATEMENTS = 60;
const LATEST_KILL_MS = 60;
/** An indexer whose neighbour died must get on. */
const PATIENCE_MS = 60_000;
/** So many deaths, then everything is brought to an end and a new database is begun. */
const DEATHS_PER_DATABASE = 40;

type Place = { readonly path: string; readonly calls: string; readonly library: string | null };

/**
 * Two processes index one file at once and die at random moments, and what they leave is looked at after every
 * death. A twin is run until it is caught.
 */
export async function sampleIndexCrashes(loop: CrashLoop): Promise<CrashResult> {
  const folder = mkdtempSync(join(tmpdir(), "squire-crash-"));
  const library = await findVectorLibrary(folder);
  const random = seededRandom(loop.seed);
  const failures: string[] = [];
  let [deaths, texts, lost] = [0, 0, 0];
  try {
    for (let part = 0; deaths < loop.kills; part++) {
      const place = {
        path: join(folder, `${part}.db`),
        calls: join(folder, `${part}.log`),
        library,
      };
      writeFileSync(place.calls, "");
      const most = Math.min(loop.kills - deaths, DEATHS_PER_DATABASE);
      const result = await crashOne(place, { ...loop, kills: most }, random);
      deaths += result.deaths;
      failures.push(...result.failures);
      const work = embedWork(place.calls);
      [texts, lost] = [texts + work.texts, lost + work.lost];
      if (loop.twist !== undefined && failures.length > 0) break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const notes = [`${deaths} deaths, ${texts} texts embedded, ${lost} of them lost to a death`];
  return { cases: deaths, failures, notes };
}

type Crashed = { readonly deaths: number; readonly failures: readonly string[] };

/** The deaths of one database, and its end. */
async function crashOne(place: Place, loop: CrashLoop, random: () => number): Promise<Crashed> {
  const failures: string[] = [];
  let deaths = 0;
  for (let life = 0; deaths < loop.kills; life++) {
    const way = life === 0 ? "opening" : (WAYS[life % WAYS.length] ?? "both");
    const ended = await liveOnce(place, { way, life, random, twist: loop.twist ?? null });
    deaths += ended.deaths;
    const problems = [...ended.problems, ...look(place), ...doubleWork(place)];
    failures.push(...problems.map((problem) => `seed ${loop.seed}, ${way}, ${deaths}: ${problem}`));
    if (loop.twist !== undefined && failures.length > 0) return { deaths, failures };
  }
  failures.push(...(await finish(place)), ...doubleWork(place));
  return { deaths, failures };
}

/** Who dies: both at some statement, one of them while the other goes on, or both at some time. */
const WAYS = ["both", "one", "at a time"] as const;
type Way = (typeof WAYS)[number] | "opening";

type Life = {
  readonly way: Way;
  readonly life: number;
  readonly random: () => number;
  readonly twist: Twist | null;
};

type Ended = { readonly deaths: number; readonly problems: readonly string[] };

async function liveOnce(place: Place, { way, life, random, twist }: Life): Promise<Ended> {
  const most = way === "opening" ? OPENING_STATEMENTS : MOST_STATEMENTS;
  const start = (dies: boolean): Indexer =>
    new Indexer({
      ...place,
      seed: Math.floor(random() * 2 ** 31),
      generation: life,
      dieAt: dies ? 1 + Math.floor(random() * most) : null,
      twist,
    });
  const isTimed = way === "at a time";
  const pair = [start(!isTimed), start(!isTimed && way !== "one")] as const;
  if (isTimed) {
    await Promise.all(pair.map((one) => one.says("open")));
    await systemClock.sleep(random() * LATEST_KILL_MS);
    for (const one of pair) one.kill();
  }
  const [first, second] = pair;
  const problems = [...(await first.end())];
  if (way === "one") {
    // The dead one keeps nothing from being done.
    const isDone = await second.says("");
    if (!isDone) problems.push("the other one does not get on");
    second.kill();
  }
  problems.push(...(await second.end()));
  return { deaths: pair.length, problems };
}

/** One process that indexes. */
class Indexer {
  readonly #child: ChildProcess;
  readonly #gone: Promise<unknown>;
  #said = "";
  #complaint = "";
  #heard: (() => void) | null = null;

  constructor(orders: IndexerOrders) {
    this.#child = spawn(process.execPath, [INDEXER, JSON.stringify(orders)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#gone = once(this.#child, "close").then(() => this.#heard?.());
    this.#child.stdout?.on("data", (bytes) => {
      this.#said += String(bytes);
      this.#heard?.();
    });
    this.#child.stderr?.on("data", (bytes) => (this.#complaint += String(bytes)));
  }

  /** Whether it says one more line with this at its beginning, before it ends or the patience does. */
  async says(start: string): Promise<boolean> {
    const from = this.#said.length;
    const since = start === "open" ? 0 : from;
    const has = (): boolean => this.#said.slice(since).includes(`${start}\n`);
    const until = systemClock.now() + PATIENCE_MS;
    while (!has() && !this.#isGone && systemClock.now() < until) {
      const heard = Promise.withResolvers<void>();
      this.#heard = heard.resolve;
      await Promise.race([heard.promise, systemClock.sleep(PATIENCE_MS / 10)]);
    }
    return has();
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** What went wrong with it; it has to die by a signal. */
  async end(): Promise<readonly string[]> {
    await this.#gone;
    if (this.#child.signalCode === "SIGKILL" && this.#complaint === "") return [];
    return [`an indexer ended with ${String(this.#child.exitCode)}: ${this.#complaint.trim()}`];
  }

  get #isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

function opened({ path, library }: Place, notices: string[]): MemoryIndex {
  return openMemoryIndex({
    path,
    embedder: wordEmbedder(),
    vectorLibrary: library,
    now: () => 0,
    notice: (message) => notices.push(message),
  });
}

function look(place: Place): readonly string[] {
  const notices: string[] = [];
  using index = opened(place, notices);
  return [...notices, ...problemsOf(index)];
}

function doubleWork({ calls }: Place): readonly string[] {
  const { twice } = embedWork(calls);
  return twice === 0 ? [] : [`${twice} texts were embedded twice`];
}

/** After the last death everything is brought to its end at once: nobody holds anything any more. */
async function finish(place: Place): Promise<readonly string[]> {
  const notices: string[] = [];
  using index = opened(place, notices);
  const last = 1_000;
  index.writer.putAll(NAMES.map((name) => corpusSource(name, last)));
  await index.embed();
  const { length } = index.pathsOf("session");
  return [
    ...notices,
    ...problemsOf(index),
    ...(index.waiting === 0 ? [] : [`${index.waiting} wait at the end`]),
    ...(length === NAMES.length ? [] : [`${length} sources at the end`]),
  ];
}
