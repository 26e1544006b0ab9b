import { describe, expect, test } from "bun:test";
import { FakeClock, faultDisk, memoryDisk, rejectionOf, tempWorkspace } from "@squire/testkit";
import { artifactsFolder } from "./artifacts/artifact.ts";
import { openArtifacts } from "./artifacts/store.ts";
import { nodeDisk } from "./disk.ts";
import type { Disk } from "./disk.ts";
import { nodeTreeDisk } from "./snapshots/node-tree-disk.ts";
import { fileStore } from "./store.ts";
import type { SessionStore } from "./store.ts";
import { said } from "./testing/drafts.ts";
import { machine, quickClock, testPorts } from "./testing/rig.ts";

const HOME = "/home/.squire";
const CWD = "/project";
const DAY_MS = 24 * 3600 * 1000;

async function put(disk: Disk, path: string): Promise<void> {
  const file = await disk.open(path, "w");
  await file.append(new TextEncoder().encode("x"));
  await file.fsync();
  await file.close();
}

/** A session with an artifact and with bytes that a repair once cut off. */
async function sessionIn(disk: Disk, store: SessionStore) {
  await using session = await store.create({ cwd: CWD });
  await session.append(said("hi"));
  const path = session.path ?? "";
  await disk.mkdir(artifactsFolder(path));
  await put(disk, `${artifactsFolder(path)}/art_1.data`);
  await put(disk, `${path}.cut-17`);
  return { id: session.header.id, path };
}

async function there(disk: Disk, path: string): Promise<readonly boolean[]> {
  const has = (name: string): Promise<boolean> =>
    disk.stat(name).then(
      () => true,
      () => false,
    );
  const all = [path, `${artifactsFolder(path)}/art_1.data`, `${path}.cut-17`];
  return Promise.all(all.map(has));
}

describe("SES-11: what belongs to a session goes with it", () => {
  test("SES-11: artifacts are moved to the trash, brought back, and removed for good", async () => {
    await using dir = await tempWorkspace();
    const clock = new FakeClock(Date.UTC(2030, 0, 1));
    const ports = testPorts(nodeDisk(), { clock });
    const store = fileStore(ports, dir.root);
    await using session = await store.create({ cwd: CWD });
    const tree = { disk: nodeTreeDisk(), clock, ids: ports.ids };
    const artifacts = openArtifacts(tree, artifactsFolder(session.path ?? ""));
    const bytes = new TextEncoder().encode("a long output");
    const { id } = await artifacts.put({ tool: "bash", contentType: "text/plain" }, bytes);
    await session.close();
    await store.delete(session.header.id);
    const files = async (): Promise<readonly string[]> =>
      (await dir.list()).filter((path) => !path.endsWith("/"));
    expect((await files()).filter((path) => !path.startsWith("trash/"))).toEqual([]);
    expect(await artifacts.find(id)).toBeNull();
    await store.restore(session.header.id);
    expect(await artifacts.find(id)).toMatchObject({ size: bytes.length });
    await store.delete(session.header.id);
    clock.jump(31 * DAY_MS);
    expect(await store.emptyTrash()).toBe(1);
    expect(await files()).toEqual([]);
  });

  test("SES-11: other sessions of the folder keep theirs", async () => {
    const disk = memoryDisk();
    const store = fileStore(testPorts(disk), HOME);
    const one = await sessionIn(disk, store);
    const other = await sessionIn(disk, store);
    await store.delete(one.id);
    expect(await there(disk, one.path)).toEqual([false, false, false]);
    expect(await there(disk, other.path)).toEqual([true, true, true]);
    expect(await store.emptyTrash(0)).toBe(1);
    expect(await there(disk, other.path)).toEqual([true, true, true]);
  });

  /** Dies at each disk call of `act`, then does what a user would do next. */
  async function deaths(
    act: (store: SessionStore, id: string) => Promise<unknown>,
    next: (disk: Disk, store: SessionStore, session: { id: string; path: string }) => Promise<void>,
  ): Promise<number> {
    for (let at = 1; ; at++) {
      const disk = memoryDisk();
      const clock = quickClock();
      const here = machine();
      const store = fileStore(testPorts(disk, { clock, processes: here.as(1) }), HOME);
      const session = await sessionIn(disk, store);
      const faulty = faultDisk(disk, [{ at, type: "crash" }]);
      const dying = fileStore(testPorts(faulty, { clock, processes: here.as(2) }), HOME);
      const error = await rejectionOf(act(dying, session.id).then(() => Promise.reject(DONE)));
      if (error === DONE) return at - 1;
      expect(faulty.crashed).toBe(true);
      here.as(1).kill(2);
      await next(disk, store, session);
    }
  }
  const DONE = new Error("It came to its end.");

  test("SES-11: the process dies while deleting: the session can be had back whole", async () => {
    const calls = await deaths(
      (store, id) => store.delete(id),
      async (disk, store, { id, path }) => {
        const [inPlace] = await there(disk, path);
        if (inPlace === false) await store.restore(id);
        expect(await there(disk, path)).toEqual([true, true, true]);
      },
    );
    expect(calls).toBeGreaterThan(4);
  });

  test("SES-11: the process dies while emptying the trash: the next time all of it goes", async () => {
    const calls = await deaths(
      async (store, id) => {
        await store.delete(id);
        await store.emptyTrash(0);
      },
      async (disk, store, { id, path }) => {
        const [inPlace] = await there(disk, path);
        if (inPlace === true) await store.delete(id);
        await store.emptyTrash(0);
        expect(await there(disk, path)).toEqual([false, false, false]);
        expect(await disk.readdir(`${HOME}/trash`)).toEqual([]);
      },
    );
    expect(calls).toBeGreaterThan(8);
  });
});
