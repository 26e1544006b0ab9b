import { expect, test } from "bun:test";
import type { EmbedOptions } from "../embed/embedder.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import type { MemoryIndex } from "../index/memory-index.ts";
import { mapFiles } from "../testing/map-files.ts";
import type { MapFiles } from "../testing/map-files.ts";
import { wordEmbedder } from "../testing/word-embedder.ts";
import { placesText } from "../tools/semantic-search.ts";
import { isWorthIndexing, isWritten } from "./code-files.ts";
import { refreshCode } from "./refresh-code.ts";
import { searchCode } from "./search-code.ts";
import type { CodeHit, CodeQuery } from "./search-code.ts";

const NOW = 1_700_000_000_000;
const ALL = { mayShow: () => true, byWords: false };
const now = (): number => NOW;
const signal = new AbortController().signal;

const SOURCES = {
  "src/retry.ts":
    "/** Waits longer after each failure. */\nexport function retryDelay(attempt: number) {\n  return 2 ** attempt;\n}\n",
  "src/user_store.py": "def find_user_by_email(email):\n    return table[email]\n",
  "docs/guide.md": "# Guide\n\nThe lamp is lit at dusk.\n",
};

function open(embedder = wordEmbedder()): MemoryIndex {
  return openMemoryIndex({
    path: ":memory:",
    embedder,
    vectorLibrary: null,
    now,
    notice: () => {},
  });
}

const refresh = (index: MemoryIndex, files: MapFiles) => refreshCode(index, files, { signal, now });

function search(index: MemoryIndex, files: MapFiles, text: string): Promise<readonly CodeHit[]> {
  return searchCode(index, files, { text, k: 3, below: "", ...ALL }, now);
}

test("SRCH-10 (part): names are found by their parts, in whatever way they are written", async () => {
  const files = mapFiles(SOURCES);
  using index = open();
  expect(await refresh(index, files)).toMatchObject({ files: 3, changed: 3, removed: 0 });
  await index.embed();
  const [first] = await search(index, files, "delay of a retry");
  expect(first).toMatchObject({ path: "src/retry.ts", first: 1, last: 4, name: "retryDelay" });
  expect((await search(index, files, "user email"))[0]).toMatchObject({
    path: "src/user_store.py",
    name: "find_user_by_email",
  });
  expect((await search(index, files, "when is the lamp lit"))[0]?.path).toBe("docs/guide.md");
});

test("SRCH-10 (part): what did not change is not opened, what did is divided anew, what is gone is dropped", async () => {
  const files = mapFiles(SOURCES);
  const embedder = wordEmbedder();
  using index = open(embedder);
  await refresh(index, files);
  await index.embed();
  const embedded = embedder.count();
  files.opened.length = 0;
  expect(await refresh(index, files)).toMatchObject({ changed: 0, removed: 0 });
  expect(files.opened).toEqual([]);
  // Another time, the same content: it is opened, and nothing is made again.
  files.set("src/retry.ts", SOURCES["src/retry.ts"]);
  expect(await refresh(index, files)).toMatchObject({ changed: 0 });
  expect(files.opened).toEqual(["src/retry.ts"]);
  await refresh(index, files);
  await index.embed();
  expect([files.opened.length, embedder.count()]).toEqual([1, embedded]);
  files.set("src/retry.ts", "export function backOff() {}\n");
  files.set("docs/guide.md", null);
  expect(await refresh(index, files)).toMatchObject({ changed: 1, removed: 1 });
  expect(index.pathsOf("code").toSorted()).toEqual(["src/retry.ts", "src/user_store.py"]);
});

test("a file that was changed in the tick it was read in is read again", async () => {
  const files = mapFiles();
  files.set("a.ts", "export const first = 1;\n", NOW);
  using index = open();
  await refresh(index, files);
  files.set("a.ts", "export const other = 2;\n", NOW);
  expect(await refresh(index, files)).toMatchObject({ changed: 1 });
});

test("SRCH-10 (part): old text is never shown: what changed since is looked at again, what is gone is left out", async () => {
  const files = mapFiles(SOURCES);
  using index = open();
  await refresh(index, files);
  files.set("src/retry.ts", `// moved down\n\n\n${SOURCES["src/retry.ts"]}`);
  const [moved] = await search(index, files, "retryDelay");
  expect(moved).toMatchObject({ path: "src/retry.ts", last: 7 });
  files.set("src/retry.ts", "export function retryDelay() {\n  return 5;\n}\n");
  const [changed] = await search(index, files, "retryDelay");
  expect(changed?.text).toContain("return 5;");
  files.set("src/retry.ts", null);
  // The twin without the look at the file still shows what is gone.
  expect(index.searchWords("retryDelay", { k: 1 })[0]?.path).toBe("src/retry.ts");
  expect((await search(index, files, "retryDelay")).map(({ path }) => path)).not.toContain(
    "src/retry.ts",
  );
});

test("a file that changes at every look is left out in the end", async () => {
  const files = mapFiles(SOURCES);
  using index = open();
  await refresh(index, files);
  let turn = 0;
  const restless = {
    ...files,
    read: (path: string) =>
      Promise.resolve(path === "src/retry.ts" ? `export const retryDelay = ${turn++};\n` : null),
  };
  const hits = await searchCode(
    index,
    restless,
    { text: "retryDelay", k: 3, below: "", ...ALL },
    now,
  );
  expect(hits).toEqual([]);
});

test("SRCH-10 (part): what could not be read once is tried again, what is no text is not", async () => {
  const files = mapFiles(SOURCES);
  using index = open();
  let busy: string | null = "src/retry.ts";
  const read = (path: string): Promise<string | null> => {
    if (path === busy) return Promise.reject(new Error("EMFILE: too many open files"));
    return path === "docs/guide.md" ? Promise.resolve(null) : files.read(path);
  };
  const flaky = { ...files, read };
  expect(await refresh(index, flaky)).toMatchObject({ changed: 2 });
  expect(index.pathsOf("code").toSorted()).toEqual(["docs/guide.md", "src/user_store.py"]);
  busy = null;
  files.opened.length = 0;
  expect(await refresh(index, flaky)).toMatchObject({ changed: 1 });
  expect(files.opened).toEqual(["src/retry.ts"]);
  expect((await search(index, flaky, "retryDelay"))[0]?.path).toBe("src/retry.ts");
  // What cannot be read now is not shown as it was, and is there again with the next look.
  busy = "src/retry.ts";
  const paths = async () => (await search(index, flaky, "retryDelay")).map(({ path }) => path);
  expect(await paths()).not.toContain("src/retry.ts");
  busy = null;
  expect(await paths()).toContain("src/retry.ts");
});

test("SRCH-10 (part): a search ends with its signal: while a model is asked, and between looks at files", async () => {
  const files = mapFiles(SOURCES);
  const inner = wordEmbedder();
  const hanging = {
    ...inner,
    embed: (texts: readonly string[], { signal: ends }: EmbedOptions = {}) =>
      new Promise<never>((_, reject) => {
        ends?.addEventListener("abort", () => reject(new Error("dropped")), { once: true });
        asked.push(...texts);
      }),
  };
  const asked: string[] = [];
  const query = { text: "retryDelay", k: 3, below: "", mayShow: () => true };
  using index = open(hanging);
  await refresh(index, files);
  const stop = new AbortController();
  const search = searchCode(index, files, { ...query, byWords: false, signal: stop.signal }, now);
  expect(asked).toEqual(["retryDelay"]);
  stop.abort(new Error("the user stopped"));
  expect(await search.catch((error: unknown) => error)).toBe(stop.signal.reason);
  const again = new AbortController();
  const reading = {
    ...files,
    read: (path: string) => {
      again.abort(new Error("stopped again"));
      return files.read(path);
    },
  };
  const more = { ...query, byWords: true, signal: again.signal };
  const stopped = await searchCode(index, reading, more, now).catch((error: unknown) => error);
  expect(stopped).toBe(again.signal.reason);
});

test("only what lies below the folder and may be shown is shown", async () => {
  const files = mapFiles(SOURCES);
  using index = open();
  await refresh(index, files);
  const query = { text: "retryDelay user lamp", k: 8 };
  const below = await searchCode(index, files, { ...query, below: "docs/", ...ALL }, now);
  expect(below.map(({ path }) => path)).toEqual(["docs/guide.md"]);
  const mayShow = (path: string): boolean => path !== "src/retry.ts";
  const shown = await searchCode(
    index,
    files,
    { ...query, below: "", mayShow, byWords: true },
    now,
  );
  expect(shown.map(({ path }) => path)).not.toContain("src/retry.ts");
});

test("SRCH-10 (part): better hits elsewhere, or that may not be shown, take no places", async () => {
  const others = Array.from({ length: 400 }, (_, at) => [
    `services/s${at}/retry-invoice.ts`,
    `/** retry invoice */\nexport function retryInvoice${at}() { return retry(invoice); }\n`,
  ]);
  const files = mapFiles({
    ...Object.fromEntries(others),
    "apps/small/billing.ts":
      "/** After much else about lamps and herons. */\nexport function lampsAndHerons(a: number) {\n  return a; // retry invoice\n}\n",
  });
  using index = open();
  await refresh(index, files);
  const query = { text: "retry invoice", k: 8 };
  const paths = async (more: { below: string; byWords: boolean } & Pick<CodeQuery, "mayShow">) =>
    (await searchCode(index, files, { ...query, ...more }, now)).map(({ path }) => path);
  for (const byWords of [true, false]) {
    const below = { below: "apps/small/", mayShow: () => true, byWords };
    expect(await paths(below)).toEqual(["apps/small/billing.ts"]);
    const mayShow = (path: string): boolean => !path.startsWith("services/");
    expect(await paths({ below: "", mayShow, byWords })).toEqual(["apps/small/billing.ts"]);
    // A name that only begins alike is another folder.
    expect(await paths({ ...below, below: "apps/smal/" })).toEqual([]);
  }
});

test("SRCH-10 (part): an update that is stopped keeps what is done", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`f${at}.ts`, `export const value${at} = ${at};\n`]),
  );
  const files = mapFiles(many);
  const stop = new AbortController();
  using index = open();
  const progress = (): void => stop.abort();
  const stopped = refreshCode(index, files, { signal: stop.signal, now, progress });
  expect(
    await stopped.then(
      () => "done",
      () => "stopped",
    ),
  ).toBe("stopped");
  const kept = index.pathsOf("code").length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(60);
  expect(await refresh(index, files)).toMatchObject({ files: 60, changed: 60 - kept });
});

test("SRCH-10 (part): locks, made files, data and pictures stay out", () => {
  const out = [
    "package-lock.json",
    "a/yarn.lock",
    "x.min.js",
    "x.js.map",
    "p.png",
    "d.csv",
    "a_pb2.py",
    "t.snap",
  ];
  for (const path of out) expect([path, isWorthIndexing(path, 100)]).toEqual([path, false]);
  for (const path of ["a.ts", "Makefile", "lock.ts", "data.json"]) {
    expect([path, isWorthIndexing(path, 100)]).toEqual([path, true]);
  }
  expect(isWorthIndexing("a.ts", 512 * 1024 + 1)).toBe(false);
  expect(isWorthIndexing("data.json", 100_000)).toBe(false);
  expect(isWritten("// Code generated by protoc. DO NOT EDIT.\nx\n")).toBe(false);
  expect(isWritten(`var a=1;${"x".repeat(6_000)}`)).toBe(false);
  expect(isWritten("export const a = 1;\n")).toBe(true);
});

test("SRCH-10 (part): places have their lines and names; a long passage is cut and says so", () => {
  const parts = { words: 0.5, meaning: null, fused: 0 };
  const hit = { path: "a.ts", first: 3, last: 5, name: "run", text: "a\nb\nc", score: 1, parts };
  expect(placesText([hit])).toBe("a.ts:3-5  run\na\nb\nc");
  const text = Array.from({ length: 200 }, (_, at) => `line number ${at}`).join("\n");
  const shown = placesText([{ ...hit, text, name: null }]);
  expect(shown).toMatch(/^a\.ts:3-5\nline number 0\n/);
  expect(shown).toMatch(/\n\[… \d+ more lines\]$/);
  expect(shown.length).toBeLessThan(1_700);
  const twenty = Array.from({ length: 20 }, () => ({ ...hit, text }));
  expect(placesText(twenty).length).toBeLessThan(14_000);
  expect(placesText([{ ...hit, parts: { ...parts, words: 0 } }])).toContain("nearest in meaning");
  expect(placesText([])).toContain("grep");
});
