import { describe, expect, test } from "bun:test";
import { fakeIds, faultDisk, memoryDisk } from "@squire/testkit";
import { ifThere } from "../disk.ts";
import type { Disk } from "../disk.ts";
import { LogError } from "../log/log-error.ts";
import type { OpenSession } from "../open-session.ts";
import type { ReadProgress } from "../ports.ts";
import { fileStore } from "../store.ts";
import { countedDisk } from "../testing/counted-disk.ts";
import { call, compacted, replied, resulted, said, spent, started } from "../testing/drafts.ts";
import { put } from "../testing/index-twists.ts";
import { overDisk } from "../testing/over-disk.ts";
import { testPorts } from "../testing/rig.ts";
import { logIndexPath } from "./fits-log.ts";

const LINE = "a line of some length that a tool has printed. ".repeat(40);

function house(inner: Disk = memoryDisk(), progress?: (progress: ReadProgress) => void) {
  const disk = countedDisk(inner);
  const ports = testPorts(disk, { ids: fakeIds("e"), ...(progress ? { progress } : {}) });
  return { disk, store: fileStore(ports, "/home") };
}

/** All at once: they are written together. */
async function talk(session: OpenSession, turns: number): Promise<void> {
  const drafts = Array.from({ length: turns }, (_, turn) => [
    said(`do ${turn}`),
    replied("", [call(`c${turn}`)]),
    resulted(`c${turn}`, LINE),
    spent("mock/m", 0.5),
    replied("done"),
  ]);
  await Promise.all(drafts.flat().map((draft) => session.append(draft)));
}

/** A session of about 2 MB, compacted shortly before its end. */
async function longSession({ store }: ReturnType<typeof house>) {
  const session = await store.create({ cwd: "/project" });
  await talk(session, 600);
  await session.append(compacted(session.tree.leafId ?? ""));
  await talk(session, 3);
  await session.close();
  return { id: session.header.id, path: session.path ?? "" };
}

describe("an index", () => {
  test("SES-6 (part): opening a long session reads its end, and a step reads nothing", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    const { size } = await here.disk.stat(path);
    expect(size).toBeGreaterThan(1024 * 1024);
    here.disk.taken(path);
    await using session = await here.store.open(id);
    expect(session.tree.view()).toHaveLength(17);
    expect(here.disk.taken(path)).toBeLessThan(size / 4);
    await talk(session, 2);
    expect(session.tree.view()).toHaveLength(27);
    expect(session.state()).toMatchObject({ turns: 605 });
    expect(session.usage().session.costUsd).toBe(302.5);
    expect(session.lastTurn()).toMatchObject({ turn: 605, costUsd: 0.5 });
    expect(session.replies()).toBe(1210);
    expect(here.disk.taken(path)).toBe(0);
  });

  test("SES-7 (part): older entries are there when they are asked for", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    await using session = await here.store.open(id);
    const before = session.tree.keepsakes();
    expect(before).toHaveLength(600);
    expect(before[0]).toMatchObject({ message: { content: [{ text: "do 0" }] } });
    const [first] = session.tree.entries();
    expect(first?.value.id).toBe(before[0]?.id ?? "");
    here.disk.taken(path);
    expect(session.tree.branch()).toHaveLength(3016);
    expect(here.disk.taken(path)).toBeGreaterThan(1024 * 1024);
    await session.append(said("more"));
    expect(session.tree.branch()).toHaveLength(3017);
    expect(here.disk.taken(path)).toBe(0);
  });

  test("PKG-6 (part): reading a log through keeps none of its entries in memory", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    await here.disk.unlink(logIndexPath(path));
    const { tree } = await here.store.read(id);
    for (const entryId of [...tree.childrenOf(null), tree.leafId ?? ""]) {
      here.disk.taken(path);
      expect(tree.get(entryId)).toMatchObject({ id: entryId });
      expect(here.disk.taken(path)).toBeGreaterThan(0);
    }
  });

  test("SES-7 (part): going back to an old entry brings back what was said there", async () => {
    const here = house();
    const { id } = await longSession(here);
    await using session = await here.store.open(id);
    const target = session.tree.keepsakes()[100]?.id ?? "";
    await session.append({ type: "leaf", targetId: target });
    expect(session.state()).toMatchObject({ turns: 101 });
    expect(session.tree.view()).toHaveLength(501);
    await session.append(said("another way"));
    expect(session.tree.view()).toHaveLength(502);
    expect(session.tree.view().at(-1)).toBe(session.tree.branch().at(-1));
  });

  test("SES-14 (part): what a crash left open is closed without reading the whole branch", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    const session = await here.store.open(id);
    await session.append(replied("", [call("x"), call("y"), call("z")]));
    await session.append(started("y"));
    await session.append(resulted("z"));
    await session.close();
    here.disk.taken(path);
    await using again = await here.store.open(id);
    expect(again.mended.recovery).toEqual({ closedCalls: 2, abortedRequest: false });
    const [x, y] = again.tree.view().slice(-2);
    expect(x).toMatchObject({ outcome: { callId: "x" }, details: { ending: "interrupted" } });
    expect(y).toMatchObject({ outcome: { callId: "y" }, details: { ending: "lost" } });
    expect(here.disk.taken(path)).toBeLessThan(300 * 1024);
  });

  test("a short session has none, and a deleted one leaves none behind", async () => {
    const here = house();
    const short = await here.store.create({ cwd: "/project" });
    await talk(short, 10);
    await short.close();
    expect(await ifThere(here.disk.stat(logIndexPath(short.path ?? "")))).toBeNull();
    const { id, path } = await longSession(here);
    expect(await ifThere(here.disk.stat(logIndexPath(path)))).not.toBeNull();
    await here.store.delete(id);
    expect(await ifThere(here.disk.stat(logIndexPath(path)))).toBeNull();
    await here.store.restore(id);
    expect((await here.store.read(id)).tree.size).toBe(3016);
  });
});

describe("when something is wrong", () => {
  test("SES-4 (part): damage that was mended is not told from an index of before", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    const sound = await here.disk.readFile(path);
    await put(here.disk, path, sound.with(sound.indexOf(0x0a) + 400, 0x40));
    expect((await here.store.read(id)).problems).toHaveLength(1);
    expect(await ifThere(here.disk.stat(logIndexPath(path)))).not.toBeNull();
    // The log as it was, and longer by now.
    const damaged = await here.disk.readFile(logIndexPath(path));
    await put(here.disk, path, sound);
    await here.disk.unlink(logIndexPath(path));
    const session = await here.store.open(id);
    await session.append(said("more"));
    await session.close();
    await put(here.disk, logIndexPath(path), damaged);
    const { tree, problems } = await here.store.read(id);
    expect(problems).toEqual([]);
    expect(tree.size).toBe(3017);
  });

  test("SES-4 (part): a log edited while it is open is never believed", async () => {
    const here = house();
    const { id, path } = await longSession(here);
    const session = await here.store.read(id);
    const bytes = await here.disk.readFile(path);
    const file = await here.disk.open(path, "r+");
    await file.write(bytes.subarray(300, 301).with(0, 0x40), 300);
    await file.close();
    const first = session.tree.childrenOf(null)[0] ?? "";
    expect(() => session.tree.get(first)).toThrow(LogError);
    const again = await here.store.read(id);
    expect(again.problems.map(({ code }) => code)).toEqual(["changed"]);
    expect(again.tree.size).toBe(3015);
  });

  test("GEN-12 (part): a disk on which no index can be written costs time, not the session", async () => {
    const memory = memoryDisk();
    const refuse = async (path: string): Promise<void> => {
      if (path.includes(".index")) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
    };
    const disk = overDisk(
      () => memory,
      async (path, flag) => {
        if (flag !== "r") await refuse(path);
        return memory.open(path, flag);
      },
    );
    const here = house(disk);
    const { id, path } = await longSession(here);
    expect(await ifThere(memory.stat(logIndexPath(path)))).toBeNull();
    await using session = await here.store.open(id);
    expect(session.tree.view()).toHaveLength(17);
    expect(session.state().turns).toBe(603);
  });

  test("PKG-6 (part): a disk that fills up while an index is written spoils nothing", async () => {
    const memory = memoryDisk();
    const { id } = await longSession(house(memory));
    for (const at of [1, 2, 3]) {
      const full = faultDisk(memory, [
        { type: "tear", on: "append", at, bytes: 20, end: "ENOSPC" },
      ]);
      const session = await house(full).store.open(id);
      await session.append(said("one more")).catch(() => undefined);
      await session.close().catch(() => undefined);
      const { tree, problems } = await house(memory).store.read(id);
      expect(problems).toEqual([]);
      expect(tree.branch().at(-1)).toMatchObject({ type: "message" });
    }
  });

  test("SES-6 (part): reading a large log without its index tells how far it is", async () => {
    const told: ReadProgress[] = [];
    const here = house(memoryDisk(), (progress) => void told.push(progress));
    const session = await here.store.create({ cwd: "/project" });
    const page = LINE.repeat(1000);
    await Promise.all(Array.from({ length: 12 }, () => session.append(said(page))));
    await session.close();
    const path = session.path ?? "";
    await here.store.read(session.header.id);
    expect(told).toEqual([]);
    await here.disk.unlink(logIndexPath(path));
    await here.store.read(session.header.id);
    const { size: bytes } = await here.disk.stat(path);
    const steps = told.map(({ bytesDone }) => bytesDone);
    expect(steps.length).toBeGreaterThan(3);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(told.at(-1)).toEqual({ path, bytes, bytesDone: bytes });
  });
});
