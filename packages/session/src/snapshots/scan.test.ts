import { createServer } from "node:net";
import { utimes, writeFile } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { ignoreRules, ignoreTest } from "./ignore-rules.ts";
import { SNAPSHOT_LIMITS, type SnapshotLimits } from "./limits.ts";
import { nodeTreeDisk } from "./node-tree-disk.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan, type Scan } from "./scan.ts";
import { faultTree } from "./testing/fault-tree.ts";
import { hands, workbench, WORKSPACE } from "./testing/workbench.ts";
import type { TreeDisk } from "./tree-disk.ts";

type Options = {
  readonly limits?: Partial<SnapshotLimits>;
  readonly cache?: ScanCache;
  readonly now?: () => number;
  readonly root?: string;
};

function look(disk: TreeDisk, options: Options = {}): Promise<Scan> {
  return scan({
    ports: { disk, clock: { now: options.now ?? (() => 1e12) }, ids: () => "x" },
    root: options.root ?? WORKSPACE,
    scope: ["."],
    isLeftOut: ignoreTest(ignoreRules("")),
    ownData: new Set<string>(),
    limits: { ...SNAPSHOT_LIMITS, ...options.limits },
    cache: options.cache ?? ScanCache.empty(),
    keep: null,
  });
}

const kinds = ({ states }: Scan): Record<string, string> =>
  Object.fromEntries(
    [...states].map(([path, state]) => [path, "reason" in state ? state.reason : state.kind]),
  );

describe("SES-20: scan", () => {
  test("SES-20: files, folders and links are seen, links are not followed", async () => {
    const { disk, hands: work } = await workbench({ "a.txt": "one", "d/b.txt": "two" });
    await work.link("d", "to-folder");
    await work.link("/etc/passwd", "to-file");
    await work.link("loop", "loop");
    const { states, gaps } = await look(disk);
    expect(gaps).toEqual([]);
    expect(states.get("to-folder")).toEqual({ kind: "link", target: "d" });
    expect([...states.keys()].sort()).toEqual(
      [".", "a.txt", "d", "d/b.txt", "loop", "to-file", "to-folder"].sort(),
    );
    expect(states.get("a.txt")).toEqual({
      kind: "file",
      mode: 0o644,
      size: 3,
      sha256: "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
    });
  });

  test("SES-20: folders of tools and a repository's own data are not looked into", async () => {
    const { disk } = await workbench({
      ".git/config": "x",
      "node_modules/a/b.js": "x",
      "p/dist/c.js": "x",
      "p/.git": "gitdir",
      "p/src.js": "x",
    });
    const calls = faultTree(disk);
    expect(Object.keys(kinds(await look(calls))).sort()).toEqual([".", "p", "p/src.js"]);
    expect(calls.calls.filter((name) => name === "openFolder")).toHaveLength(2);
  });

  test("SES-20: what cannot be kept is noted with its reason", async () => {
    const { disk, hands: work } = await workbench({
      "big.bin": "x".repeat(11),
      secret: "x",
      "locked/in.txt": "x",
      "ok.txt": "x",
    });
    await work.chmod("secret", 0o000);
    await work.chmod("locked", 0o000);
    const seen = await look(disk, { limits: { fileBytes: 10 } });
    expect(kinds(seen)).toEqual({
      ".": "folder",
      "ok.txt": "file",
      locked: "folder",
      "big.bin": "too_large",
      secret: "unreadable",
    });
    expect(seen.gaps).toEqual([{ path: "locked", reason: "unreadable" }]);
  });

  test("SES-20: sockets and pipes are noted and never opened", async () => {
    await using temp = await tempWorkspace({ "a.txt": "x" });
    const server = createServer();
    await new Promise<void>((done) => void server.listen(temp.path("socket"), done));
    try {
      const seen = await look(nodeTreeDisk(), { root: temp.root });
      expect(kinds(seen)).toMatchObject({ "a.txt": "file", socket: "special" });
    } finally {
      server.close();
    }
  });

  test("SES-20: a limit cuts off what lies deepest, the same each time, and says where", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`d${at % 5}/e/f${at}.txt`, "x"]),
    );
    const { disk } = await workbench({ ...files, "a.txt": "x" });
    const seen = await look(disk, { limits: { entries: 20 } });
    expect(seen.states.size).toBeLessThanOrEqual(20);
    expect(seen.states.has("a.txt")).toBe(true);
    expect(seen.gaps.length).toBeGreaterThan(0);
    expect(seen.gaps.every(({ reason }) => reason === "too_many")).toBe(true);
    expect(await look(disk, { limits: { entries: 20 } })).toEqual(seen);
  });

  test("SES-20: when not all can be read, small files come first", async () => {
    const { disk } = await workbench({
      "data.csv": "x".repeat(50),
      "z/main.ts": "x".repeat(5),
      "a.ts": "xxx",
    });
    const seen = await look(disk, { limits: { scanBytes: 20 } });
    expect(kinds(seen)).toMatchObject({
      "data.csv": "over_budget",
      "z/main.ts": "file",
      "a.ts": "file",
    });
  });

  test("SES-20: a folder that is swapped for a link while it is scanned leads nowhere", async () => {
    const { disk, hands: work } = await workbench({ "d/a.txt": "x" });
    await disk.makeFolder("/outside", 0o755);
    await hands(disk, "/outside").write("secret.txt", "not ours");
    const swapping: TreeDisk = {
      ...faultTree(disk),
      openFolder: async (path) => {
        if (path === `${WORKSPACE}/d` && !(await work.exists("moved"))) {
          await work.move("d", "moved");
          await disk.makeFolder(`${WORKSPACE}/d`, 0o755);
        }
        return disk.openFolder(path);
      },
    };
    const seen = await look(swapping);
    expect(seen.gaps).toEqual([{ path: "d", reason: "unstable" }]);
    expect([...seen.states.keys()].sort()).toEqual([".", "d"]);
  });
});

describe("SES-20: only what changed is read", () => {
  const reads = async (disk: TreeDisk, cache: ScanCache, now?: () => number): Promise<number> => {
    const counted = faultTree(disk);
    await look(counted, { cache, ...(now ? { now } : {}) });
    return counted.calls.filter((name) => name === "openFile").length;
  };

  test("SES-20: a second scan reads nothing, a third only what changed", async () => {
    const { disk, hands: work } = await workbench({ "a.txt": "1", "b.txt": "2", "d/c.txt": "3" });
    const cache = ScanCache.empty();
    expect(await reads(disk, cache)).toBe(3);
    expect(await reads(disk, cache)).toBe(0);
    await work.write("b.txt", "4");
    expect(await reads(disk, cache)).toBe(1);
    const restored = ScanCache.decode(
      JSON.parse(JSON.stringify(cache.encode((await look(disk)).states))),
    );
    expect(await reads(disk, restored)).toBe(0);
  });

  test("SES-20: a change under the same time stamp is not missed", async () => {
    const { disk } = await workbench({ "a.txt": "one" });
    const cache = ScanCache.empty();
    disk.setTick(0);
    const now = (): number => disk.now();
    const before = (await look(disk, { cache, now })).states.get("a.txt");
    disk.overwrite(`${WORKSPACE}/a.txt`, "two");
    const after = (await look(disk, { cache, now })).states.get("a.txt");
    expect(after).not.toEqual(before);
  });

  test("SES-20: nor one that sets the time back, on a real disk", async () => {
    await using temp = await tempWorkspace({ "a.txt": "one" });
    const past = new Date(Date.now() - 60_000);
    await utimes(temp.path("a.txt"), past, past);
    const cache = ScanCache.empty();
    // As if the first look had been long after the file was written.
    const now = (): number => Date.now() + 60_000;
    const options = { cache, now, root: temp.root };
    const before = (await look(nodeTreeDisk(), options)).states.get("a.txt");
    await writeFile(temp.path("a.txt"), "two");
    await utimes(temp.path("a.txt"), past, past);
    expect((await look(nodeTreeDisk(), options)).states.get("a.txt")).not.toEqual(before);
  });

  test("SES-20: a file that grows beyond the limit before it is opened is not read", async () => {
    const { disk } = await workbench({ "a.txt": "one" });
    const growing: TreeDisk = {
      ...faultTree(disk),
      openFile: async (path) => {
        disk.overwrite(path, "x".repeat(1000));
        return disk.openFile(path);
      },
    };
    const seen = await look(growing, { limits: { fileBytes: 10 } });
    expect(kinds(seen)).toMatchObject({ "a.txt": "too_large" });
  });

  test("SES-20: a file that changes while it is read is read again", async () => {
    const { disk } = await workbench({ "a.txt": "one" });
    let changes = 0;
    const busy: TreeDisk = {
      ...faultTree(disk),
      openFile: async (path) => {
        const file = await disk.openFile(path);
        const read: typeof file.read = async (into, position) => {
          if (changes++ === 0) disk.overwrite(path, "2nd");
          return file.read(into, position);
        };
        return { ...file, read };
      },
    };
    const { states } = await look(busy);
    const { states: calm } = await look(disk);
    expect(states.get("a.txt")).toEqual(calm.get("a.txt"));
    expect(changes).toBeGreaterThan(1);
  });
});
