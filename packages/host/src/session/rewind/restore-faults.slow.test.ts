import { describe, expect, test } from "bun:test";
import { fileStore, nodeTreeDisk, openSnapshots } from "@squire/session";
import { call, say } from "@squire/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sessionPorts } from "../../sessions.ts";
import { stage, type Stage } from "../testing/stage.ts";
import { planRewind } from "./plan.ts";
import { rewind } from "./rewind.ts";
import type { OpenSite } from "./site.ts";

const LAST = { type: "last", turns: 1 } as const;
const FILES = { "a.txt": "one\n", "b/c.txt": "two\n", "d.txt": "three\n" };

async function changed(): Promise<Stage> {
  const scene = await stage(FILES);
  const command = "echo x > a.txt; echo y > b/c.txt; rm d.txt; mkdir -p e/f; echo z > e/f/g";
  await scene.turn("change all", call("bash", { command }), say("Done."));
  return scene;
}

/** The same site on a disk that does something of its own when a file is put in place. */
function onDisk(site: OpenSite, rename: (to: string, run: () => Promise<void>) => Promise<void>) {
  const disk = nodeTreeDisk();
  const ports = {
    ...site.store.ports,
    disk: {
      ...disk,
      rename: (from: string, to: string) => rename(to, () => disk.rename(from, to)),
    },
  };
  return { ...site, store: openSnapshots({ ports, home: site.store.home }) };
}

/** A rewind in a process of its own that is killed; gives by what it ended. */
async function killed(home: string, id: string, at: string): Promise<string | null> {
  const child = spawn(process.execPath, [DYING, home, id, at], { stdio: "inherit" });
  const [, signal] = await once(child, "exit");
  return typeof signal === "string" ? signal : null;
}

const DYING = join(import.meta.dir, "../testing/dying-rewind.ts");

async function rewound(site: OpenSite) {
  const plan = await planRewind(site, { to: LAST });
  if (plan.kind === "refused") throw new Error(plan.message);
  return rewind(site, plan);
}

describe("SES-21: a restore that goes wrong", () => {
  test("SES-21: one that skips a path is caught by the hash, and the conversation stays", async () => {
    await using scene = await changed();
    await scene.open(async (site) => {
      const leaf = site.log.tree.branch().findLast(({ type }) => type === "message");
      const skipping = onDisk(site, async (to, run) => {
        if (!to.endsWith("/c.txt")) await run();
      });
      const result = await rewound(skipping);
      if (result.kind !== "unproven") throw new Error(result.kind);
      expect(result.files[0]?.proof).toMatchObject({ holds: false, differing: ["b/c.txt"] });
      expect(site.log.tree.branch().findLast(({ type }) => type === "message")).toBe(leaf);
    });
    expect(await scene.work.read("b/c.txt")).toBe("y\n");
  });

  test("SES-21: the same rewind on a disk that works is proven", async () => {
    await using scene = await changed();
    const result = await scene.open((site) => rewound(onDisk(site, (_, run) => run())));
    expect(result.kind).toBe("done");
    expect(await scene.work.list()).toEqual(["a.txt", "b/c.txt", "d.txt"]);
  });

  test("SES-22: one that fails is taken back, and so is what the log said of it", async () => {
    await using scene = await changed();
    const before = await scene.work.treeHash();
    const result = await scene.open((site) =>
      rewound(
        onDisk(site, (to, run) => {
          if (!to.endsWith("/d.txt")) return run();
          return Promise.reject(Object.assign(new Error("disk full"), { code: "ENOSPC" }));
        }),
      ),
    );
    expect(result).toEqual({ kind: "failed", message: "disk full", rolledBack: true });
    expect(await scene.work.treeHash()).toBe(before);
    const undo = await scene.open((site) => planRewind(site, { to: { type: "undo" } }));
    expect(undo.kind).toBe("refused");
    expect((await scene.rewind({ to: LAST })).kind).toBe("done");
    expect(await scene.work.read("a.txt")).toBe("one\n");
  });

  test("SES-22: one that is cut off is ended when a session is opened next, and can be undone", async () => {
    await using scene = await changed();
    const before = await scene.work.treeHash();
    const id = await scene.open(async ({ log }) => log.header.id);
    expect(await killed(scene.home.root, id, "d.txt")).toBe("SIGKILL");
    expect(await scene.work.treeHash()).not.toBe(before);
    expect(await readdir(`${scene.home.root}/snapshots/journal`)).toHaveLength(1);
    // A store without the host leaves it as it is.
    const half = await scene.work.treeHash();
    await (await fileStore(sessionPorts(), scene.home.root).open(id)).close();
    expect([await scene.work.treeHash(), scene.told]).toEqual([half, []]);
    await scene.open(async () => undefined);
    expect(scene.told).toEqual([
      `A rewind in ${scene.work.root} had been cut off; it is finished now.`,
    ]);
    expect(await scene.work.list()).toEqual(["a.txt", "b/c.txt", "d.txt"]);
    await scene.rewind({ to: { type: "undo" } });
    expect(await scene.work.treeHash()).toBe(before);
  });
});
