import { describe, expect, test } from "bun:test";
import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { FakeClock, rejectionOf, tempWorkspace } from "@squire/testkit";
import type { ScanLimits } from "../watch.ts";
import { scanCache, scanCacheOptions, type ScanCache } from "./scan-cache.ts";

const SIGNAL = new AbortController().signal;

function limits(clock: FakeClock, given: Partial<ScanLimits> = {}): ScanLimits {
  return { signal: SIGNAL, clock, timeoutMs: 60_000, ...given };
}

async function namesIn(
  cache: ScanCache,
  root: string,
  clock: FakeClock,
  passes: (path: string) => boolean = () => true,
): Promise<readonly string[]> {
  const key = { root, hidden: true, gitignore: true };
  const { entries } = await cache.find(key, ({ path }) => passes(path), limits(clock));
  return entries.map(({ path }) => path);
}

describe("SRCH-6: the scan cache", () => {
  test("SRCH-6: sorted by path, with types; .git never, links not followed, node_modules kept", async () => {
    await using dir = await tempWorkspace({
      "b.txt": "",
      "a/z": "",
      "a-b": "",
      "a.txt": "",
      ".git/HEAD": "",
      "node_modules/m/index.js": "",
      "a/.git/config": "",
    });
    await symlink("a", dir.path("link"));
    await symlink("..", dir.path("a/up"));
    const clock = new FakeClock();
    const { scan, entries } = await scanCache().find(
      { root: dir.root, hidden: true, gitignore: true },
      () => true,
      limits(clock),
    );
    expect(entries).toEqual(scan.entries);
    expect(entries).toEqual([
      { path: "a", type: "folder" },
      { path: "a/up", type: "link" },
      { path: "a/z", type: "file" },
      { path: "a-b", type: "file" },
      { path: "a.txt", type: "file" },
      { path: "b.txt", type: "file" },
      { path: "link", type: "link" },
      { path: "node_modules", type: "folder" },
      { path: "node_modules/m", type: "folder" },
      { path: "node_modules/m/index.js", type: "file" },
    ]);
    await utimes(dir.path("a.txt"), 1_000, 1_000);
    expect(scan.mtime("a.txt")).toBe(1_000_000);
    await utimes(dir.path("a.txt"), 2_000, 2_000);
    expect(scan.mtime("a.txt")).toBe(1_000_000);
  });

  test("SRCH-6: one scan serves for a second, per root and options", async () => {
    await using dir = await tempWorkspace({ "a.txt": "", ".b": "" });
    const clock = new FakeClock();
    const cache = scanCache();
    expect(await namesIn(cache, dir.root, clock)).toEqual([".b", "a.txt"]);
    await dir.write("c.txt", "");
    await clock.advance(999);
    expect(await namesIn(cache, dir.root, clock)).toEqual([".b", "a.txt"]);
    const open = await cache.find(
      { root: dir.root, hidden: false, gitignore: true },
      () => true,
      limits(clock),
    );
    expect(open.entries.map(({ path }) => path)).toEqual(["a.txt", "c.txt"]);
    await clock.advance(1);
    expect(await namesIn(cache, dir.root, clock)).toEqual([".b", "a.txt", "c.txt"]);
  });

  test("SRCH-6: a time to live of 0 keeps nothing; the user sets it", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const clock = new FakeClock();
    const options = scanCacheOptions({
      SQUIRE_FS_SCAN_CACHE_TTL_MS: "0",
      SQUIRE_FS_SCAN_CACHE_EMPTY_RECHECK_MS: "soon",
    });
    expect(options).toEqual({ ttlMs: 0 });
    const cache = scanCache(options);
    await namesIn(cache, dir.root, clock);
    await dir.write("b.txt", "");
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt", "b.txt"]);
  });

  test("SRCH-6: of more than 16 scans the oldest goes first", async () => {
    await using dir = await tempWorkspace({});
    const clock = new FakeClock();
    const cache = scanCache();
    const roots = Array.from({ length: 17 }, (_, at) => dir.path(`r${at}`));
    for (const root of roots) await mkdir(root);
    for (const root of roots) await namesIn(cache, root, clock);
    for (const root of roots) await writeFile(`${root}/late`, "");
    // Any file passes, so that an empty answer is no reason to look again before its time.
    const seen = [];
    for (const root of roots.toReversed()) seen.unshift((await namesIn(cache, root, clock)).length);
    expect(seen).toEqual([1, ...Array.from({ length: 16 }, () => 0)]);
  });
});

describe("SRCH-7: an empty answer", () => {
  test("SRCH-7: is checked again when the scan is older than 200 ms", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const clock = new FakeClock();
    const cache = scanCache();
    const isB = (path: string): boolean => path === "b.txt";
    expect(await namesIn(cache, dir.root, clock, isB)).toEqual([]);
    await dir.write("b.txt", "");
    await clock.advance(200);
    expect(await namesIn(cache, dir.root, clock, isB)).toEqual([]);
    await clock.advance(1);
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt"]);
    expect(await namesIn(cache, dir.root, clock, isB)).toEqual(["b.txt"]);
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt", "b.txt"]);
  });

  test("SRCH-7: a scan without the cache leaves it as it is", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const clock = new FakeClock();
    const cache = scanCache();
    const key = { root: dir.root, hidden: true, gitignore: true };
    expect((await cache.fresh(key, limits(clock))).entries).toHaveLength(1);
    await dir.write("b.txt", "");
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt", "b.txt"]);
    await dir.write("c.txt", "");
    expect((await cache.fresh(key, limits(clock))).entries).toHaveLength(3);
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("SRCH-8: invalidation", () => {
  test("SRCH-8: by prefix, both ways, and nothing else", async () => {
    await using dir = await tempWorkspace({ "one/a/x": "", "two/y": "" });
    const clock = new FakeClock();
    const cache = scanCache();
    const [one, inner, two] = [dir.path("one"), dir.path("one/a"), dir.path("two")];
    for (const root of [one, inner, two]) await namesIn(cache, root, clock);
    await dir.write("one/a/new", "");
    await dir.write("two/new", "");
    cache.invalidate([dir.path("one/a/new")]);
    expect(await namesIn(cache, one, clock)).toContain("a/new");
    expect(await namesIn(cache, inner, clock)).toContain("new");
    expect(await namesIn(cache, two, clock)).toEqual(["y"]);
    await dir.write("one/a/newer", "");
    cache.invalidate([dir.root]);
    expect(await namesIn(cache, inner, clock)).toContain("newer");
    expect(await namesIn(cache, two, clock)).toContain("new");
  });

  test("SRCH-8: what is gone is found through its folder, also behind links", async () => {
    await using dir = await tempWorkspace({ "real/sub/a": "", "real/sub/b": "", "real/c": "" });
    await symlink("real", dir.path("link"));
    const clock = new FakeClock();
    const cache = scanCache();
    const root = dir.path("real");
    await namesIn(cache, root, clock);
    await rm(dir.path("real/sub/a"));
    cache.invalidate([dir.path("link/sub/a")]);
    expect(await namesIn(cache, root, clock)).toEqual(["c", "sub", "sub/b"]);
    await rename(dir.path("real/sub"), dir.path("real/moved"));
    cache.invalidate([dir.path("link/sub/deep/er"), dir.path("link/moved")]);
    expect(await namesIn(cache, root, clock)).toEqual(["c", "moved", "moved/b"]);
  });

  test("SRCH-8: a scan that was under way during one is not kept", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const clock = new FakeClock();
    const cache = scanCache();
    const underWay = namesIn(cache, dir.root, clock);
    cache.invalidate([dir.path("a.txt")]);
    await underWay;
    await dir.write("b.txt", "");
    expect(await namesIn(cache, dir.root, clock)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("SRCH-9: scans end when they are told to", () => {
  const key = (root: string) => ({ root, hidden: true, gitignore: true });

  test("SRCH-9: at once when the signal has fired", async () => {
    await using dir = await tempWorkspace({ a: "" });
    const given = limits(new FakeClock(), { signal: AbortSignal.abort() });
    expect(String(await rejectionOf(scanCache().fresh(key(dir.root), given)))).toContain(
      "Aborted: Signal",
    );
  });

  test("SRCH-9: within 1,000 entries of one folder, also while the cache is filtered", async () => {
    await using dir = await tempWorkspace({});
    for (let at = 0; at < 2_500; at++) await writeFile(dir.path(`f${at}`), "");
    const stop = new AbortController();
    const clock = new FakeClock();
    const cache = scanCache();
    let looked = 0;
    const found = cache.find(
      key(dir.root),
      () => {
        looked += 1;
        if (looked === 10) stop.abort();
        return true;
      },
      limits(clock, { signal: stop.signal }),
    );
    expect(String(await rejectionOf(found))).toContain("Aborted: Signal");
    expect(looked).toBeLessThanOrEqual(1_000);
    const late = new AbortController();
    setImmediate(() => late.abort());
    const walked = cache.fresh(key(dir.root), limits(clock, { signal: late.signal }));
    expect(String(await rejectionOf(walked))).toContain("Aborted: Signal");
  });

  test("SRCH-9: and when the time is over", async () => {
    await using dir = await tempWorkspace({ a: "" });
    const clock = new FakeClock();
    const cache = scanCache();
    await cache.find(key(dir.root), () => true, limits(clock));
    const found = cache.find(
      key(dir.root),
      () => {
        void clock.advance(5_000);
        return true;
      },
      limits(clock, { timeoutMs: 0 }),
    );
    expect(String(await rejectionOf(found))).toContain("Aborted: Timeout (0 s).");
  });
});
