import { expect, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { EmbedError } from "@squire/memory";
import type { Embedder } from "@squire/memory";
import type { DescribedTool } from "@squire/ranking";
import { tempWorkspace } from "@squire/testkit";
import { openToolSearch } from "./tool-search.ts";
import { openVectorCache } from "./tool-vectors.ts";

/** Knows two meanings, music and weather; counts what it is given. */
function meaningEmbedder(name = "two meanings") {
  const embedded: string[] = [];
  const embedder: Embedder = {
    name,
    dimensions: 2,
    embed(texts) {
      embedded.push(...texts);
      const vectors = texts.map((text) => {
        if (/song|tune|melody/.test(text)) return Float32Array.of(1, 0);
        return /rain|umbrella/.test(text) ? Float32Array.of(0, 1) : Float32Array.of(0, 0);
      });
      return Promise.resolve(vectors);
    },
    close: () => {},
  };
  return { embedder, embedded };
}

function failing(): Embedder {
  const embed = () => Promise.reject(new EmbedError("not installed"));
  return { name: "none", dimensions: 2, embed, close: () => {} };
}

/** As many tools that have to do with nothing, after the two that matter. */
function toolsBeside(others: number): readonly DescribedTool[] {
  const beside = Array.from({ length: others }, (_, at) =>
    describe(`ledger_${at}`, `Books entry number ${at}.`),
  );
  return [describe("play_song", "Plays a song."), describe("rain", "Tells the rain."), ...beside];
}

function describe(name: string, description: string): DescribedTool {
  return { name, description, parameters: { type: "object", properties: {} } };
}

const MANY = toolsBeside(29);
const FEW = toolsBeside(28);

async function namesFor(
  search: ReturnType<typeof openToolSearch>,
  request: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found = await search.search(request, { k: 2, ...(signal === undefined ? {} : { signal }) });
  return found.map(({ name }) => name);
}

test("among many tools, one is found by meaning where no word is shared", async () => {
  const { embedder } = meaningEmbedder();
  const meaning = { embedder, cache: null };
  const search = openToolSearch({ tools: MANY, meaning });
  expect(await search.warm()).toBe(true);
  expect(await namesFor(search, "hum a melody")).toEqual(["play_song"]);
  // Words and meaning together: each has found one.
  const both = await namesFor(search, "a tune about ledger_7");
  expect(both.toSorted()).toEqual(["ledger_7", "play_song"]);
  expect(await namesFor(openToolSearch({ tools: MANY, meaning: null }), "hum a melody")).toEqual(
    [],
  );
});

test("among few tools words alone decide, and the model is not asked", async () => {
  const { embedder, embedded } = meaningEmbedder();
  const search = openToolSearch({ tools: FEW, meaning: { embedder, cache: null } });
  expect(await search.warm()).toBe(false);
  expect(await namesFor(search, "hum a melody")).toEqual([]);
  expect(await namesFor(search, "songs")).toEqual(["play_song"]);
  expect(embedded).toEqual([]);
});

test("without a model a search goes by words and does not fail", async () => {
  const search = openToolSearch({ tools: MANY, meaning: { embedder: failing(), cache: null } });
  expect(await search.warm()).toBe(false);
  expect(await namesFor(search, "songs")).toEqual(["play_song"]);
});

test("who gives up waiting for the model gets what words find", async () => {
  const never: Embedder = { ...failing(), embed: () => new Promise(() => {}) };
  const search = openToolSearch({ tools: MANY, meaning: { embedder: never, cache: null } });
  const stop = new AbortController();
  const found = namesFor(search, "songs", stop.signal);
  stop.abort();
  expect(await found).toEqual(["play_song"]);
  expect(await namesFor(search, "songs", AbortSignal.abort())).toEqual(["play_song"]);
});

test("a model that failed once is asked again", async () => {
  const { embedder } = meaningEmbedder();
  let isBroken = true;
  const embed: Embedder["embed"] = (texts) =>
    isBroken ? Promise.reject(new EmbedError("died")) : embedder.embed(texts);
  const search = openToolSearch({
    tools: MANY,
    meaning: { embedder: { ...embedder, embed }, cache: null },
  });
  expect(await namesFor(search, "hum a melody")).toEqual([]);
  isBroken = false;
  expect(await namesFor(search, "hum a melody")).toEqual(["play_song"]);
});

test("a tool is embedded once, also by the next process, until it or the model changes", async () => {
  await using folder = await tempWorkspace();
  const path = folder.path("cache/tool-vectors.db");
  const embeddedBy = async (tools: readonly DescribedTool[], name?: string) => {
    const { embedder, embedded } = meaningEmbedder(name);
    using cache = openVectorCache(path);
    const search = openToolSearch({ tools, meaning: { embedder, cache } });
    await Promise.all([search.warm(), search.warm()]);
    expect(await namesFor(search, "hum a melody")).toEqual(["play_song"]);
    return embedded.slice(0, -1);
  };
  expect(await embeddedBy(MANY)).toHaveLength(MANY.length);
  expect(await embeddedBy(MANY)).toEqual([]);
  const changed = [...MANY.slice(0, -1), describe("ledger_x", "Books.")];
  expect(await embeddedBy(changed)).toEqual(["ledger x: Books."]);
  expect(await embeddedBy(MANY, "another model")).toHaveLength(MANY.length);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a damaged cache is made anew; one that fails costs nothing but time", async () => {
  await using folder = await tempWorkspace();
  const path = folder.path("cache/tool-vectors.db");
  openVectorCache(path)[Symbol.dispose]();
  for (const end of ["", "-wal", "-shm"])
    writeFileSync(`${path}${end}`, "not a database".repeat(99));
  const { embedder } = meaningEmbedder();
  const cache = openVectorCache(path);
  cache.set(new Map([["key", Float32Array.of(0.1, -2)]]));
  expect(cache.get(["key", "other"])).toEqual(new Map([["key", Float32Array.of(0.1, -2)]]));
  cache[Symbol.dispose]();
  const search = openToolSearch({ tools: MANY, meaning: { embedder, cache } });
  expect(await namesFor(search, "hum a melody")).toEqual(["play_song"]);
});
