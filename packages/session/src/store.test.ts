import { describe, expect, test } from "bun:test";
import {
  FakeClock,
  fakeIds,
  faultDisk,
  memoryDisk,
  rejectionOf,
  tempWorkspace,
} from "@squire/testkit";
import { nodeDisk } from "./disk.ts";
import type { Disk } from "./disk.ts";
import { LogError } from "./log/log-error.ts";
import { parseLogName, projectKey } from "./paths.ts";
import type { SessionPorts } from "./ports.ts";
import { fileStore } from "./store.ts";
import type { SessionStore } from "./store.ts";
import {
  call,
  replied,
  requested,
  resulted,
  said,
  spent,
  started,
  titled,
} from "./testing/drafts.ts";
import { machine, quickClock, testPorts } from "./testing/rig.ts";
import { contextView } from "./tree/context-view.ts";
import { validHistory } from "./tree/valid-history.ts";

const HOME = "/home/.squire";
const CWD = "/project";

function house(disk: Disk = memoryDisk(), clock: SessionPorts["clock"] = quickClock()) {
  const here = machine();
  const ids = fakeIds("s");
  const process = (pid: number, over: Disk = disk): SessionStore =>
    fileStore(testPorts(over, { ids, clock, processes: here.as(pid) }), HOME);
  const kill = (pid: number): void => here.as(0).kill(pid);
  return { disk, process, kill, store: process(1) };
}

async function refusal(promise: Promise<unknown>): Promise<LogError> {
  const error = await rejectionOf(promise);
  if (!(error instanceof LogError)) throw new Error(`Not a LogError: ${String(error)}`);
  return error;
}

describe("creating", () => {
  test("SES-1 (part): a session is a private file under its project, named by time and id", async () => {
    await using dir = await tempWorkspace();
    const store = fileStore(testPorts(nodeDisk(), { processes: machine().as(1) }), dir.path("h"));
    const session = await store.create({ cwd: CWD, name: "my work" });
    await session.append(said("hi"));
    await session.close();
    const [file = ""] = await dir.list();
    expect(await dir.list()).toHaveLength(1);
    expect(file).toBe(`h/sessions/${projectKey(CWD)}/${file.split("/").at(-1)}`);
    expect(parseLogName(file.split("/").at(-1) ?? "")?.id).toBe(session.header.id);
    expect((await nodeDisk().stat(dir.path(file))).mode).toBe(0o600);
    expect((await nodeDisk().stat(dir.path("h/sessions"))).mode).toBe(0o700);
    expect((await store.find("my work")).id).toBe(session.header.id);
    expect((await dir.read(file)).split("\n")[0]).toContain('"name":"my_work"');
  });

  test("SES-17 (part): an ephemeral session works like any other and writes nothing", async () => {
    const { store, disk } = house();
    await using session = store.createEphemeral({ cwd: CWD });
    const entry = await session.append(said("hi"));
    await session.append(spent("m", 1));
    await session.flush();
    expect(session.path).toBeNull();
    expect(session.tree.branch()).toHaveLength(2);
    expect(entry.prev).toBe(session.header.h ?? "");
    expect(session.usage().run.costUsd).toBe(1);
    expect(await disk.readdir("/")).toEqual([]);
  });

  test("PKG-6 (part): a session that was created survives a power cut", async () => {
    const disk = memoryDisk();
    const { store, process, kill } = house(disk);
    const session = await store.create({ cwd: CWD });
    await session.append(said("hi"));
    disk.crash();
    kill(1);
    const again = await process(2).open(session.header.id);
    expect(again.tree.branch()).toHaveLength(1);
  });
});

describe("resuming", () => {
  test("SES-9 (part): a session comes back with its branch, state and costs; the run's costs start at zero", async () => {
    const { store } = house();
    const first = await store.create({ cwd: CWD });
    await first.append(said("hi"));
    await first.append({ type: "model_change", model: "a/1", temporary: false });
    await first.append(spent("a/1", 0.5));
    await first.close();
    await using second = await store.open(first.header.id);
    expect(second.header).toEqual(first.header);
    expect(second.tree.branch()).toEqual(first.tree.branch());
    expect(second.state()).toEqual(first.state());
    expect(second.state()).toMatchObject({ model: "a/1", turns: 1 });
    await second.append(spent("a/1", 0.25));
    expect(second.usage().run.costUsd).toBe(0.25);
    expect(second.usage().session.costUsd).toBe(0.75);
    expect(second.mended.problems).toEqual([]);
  });

  test("GEN-12 (part): while one process has it, another is refused but can read", async () => {
    const { process } = house();
    const session = await process(1).create({ cwd: CWD });
    await session.append(said("hi"));
    const other = process(2);
    expect(await refusal(other.open(session.header.id))).toMatchObject({ code: "locked", pid: 1 });
    expect((await other.read(session.header.id)).tree.branch()).toHaveLength(1);
    expect((await other.list()).sessions[0]?.running).toBe(true);
    await session.close();
    await (await other.open(session.header.id)).close();
  });

  test("SES-14 (part): a request without a reply becomes an aborted one", async () => {
    const { process, kill } = house();
    const session = await process(1).create({ cwd: CWD });
    await session.append(said("hi"));
    await session.append({ ...requested("mock/big/m"), runId: "r1", step: 2 });
    kill(1);
    await using again = await process(2).open(session.header.id);
    expect(again.mended.recovery).toEqual({ closedCalls: 0, abortedRequest: true });
    expect(again.tree.branch().at(-1)).toMatchObject({
      type: "message",
      status: "aborted",
      runId: "r1",
      step: 2,
      message: { role: "assistant", content: [], origin: { provider: "mock", model: "big/m" } },
      failure: { kind: "aborted" },
    });
    expect(again.state().openRequest).toBeNull();
  });

  test("SES-14 (part): calls without a result get one that says whether they had begun; only once", async () => {
    const { process, kill } = house();
    const session = await process(1).create({ cwd: CWD });
    await session.append(said("hi"));
    await session.append(replied("", [call("a"), call("b"), call("c")]));
    await session.append(started("a"));
    await session.append(resulted("a"));
    await session.append(started("b"));
    kill(1);
    const again = await process(2).open(session.header.id);
    expect(again.mended.recovery).toEqual({ closedCalls: 2, abortedRequest: false });
    const { messages } = contextView(again.tree.branch());
    expect(validHistory(messages)).toEqual([]);
    expect(messages.slice(3)).toMatchObject([
      {
        callId: "b",
        failed: true,
        content: [{ text: "interrupted: no result was recorded; it may have taken effect" }],
      },
      { callId: "c", failed: true, content: [{ text: "interrupted: the call was not run" }] },
    ]);
    kill(2);
    await using third = await process(3).open(session.header.id);
    expect(third.mended.recovery).toEqual({ closedCalls: 0, abortedRequest: false });
    expect(third.tree.size).toBe(7);
  });

  test("PKG-6 (part): a recovery that the disk refuses leaves the session unlocked", async () => {
    const disk = memoryDisk();
    const { process, kill } = house(disk);
    const session = await process(1).create({ cwd: CWD });
    await session.append(requested());
    kill(1);
    const failing = faultDisk(disk, [{ type: "fail", on: "append", at: 1, code: "ENOSPC" }]);
    expect((await refusal(process(2, failing).open(session.header.id))).diskCode).toBe("ENOSPC");
    await using again = await process(3).open(session.header.id);
    expect(again.mended.recovery.abortedRequest).toBe(true);
  });

  test("SES-7 (part): going back to an entry and on from there; a leaf that leads nowhere is refused", async () => {
    const { store } = house();
    await using session = await store.create({ cwd: CWD });
    const one = await session.append(said("one"));
    await session.append(replied("1"));
    await session.append({ type: "leaf", targetId: one.id });
    const two = await session.append(replied("2"));
    expect(session.tree.branch().map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(session.tree.childrenOf(one.id)).toHaveLength(2);
    const error = await refusal(session.append({ type: "leaf", targetId: "nowhere" }));
    expect(error.code).toBe("invalid");
  });

  test("PKG-6 (part): a session with a lost header can still be opened and is told to be damaged", async () => {
    const { store, disk } = house();
    const session = await store.create({ cwd: CWD });
    await session.append(said("hi"));
    await session.close();
    const file = await disk.open(session.path ?? "", "r+");
    await file.write(new TextEncoder().encode("{{{{"), 0);
    await using again = await store.open(session.header.id);
    expect(again.header).toMatchObject({ id: session.header.id, cwd: "" });
    expect(again.mended.problems.map(({ line }) => line)).toEqual([1]);
    expect(again.tree.branch()).toHaveLength(1);
    expect((await store.verify(session.header.id)).ok).toBe(false);
    expect((await store.list()).sessions).toHaveLength(1);
  });
});

describe("forks", () => {
  test("SES-7 (part): a fork is a new session with the branch up to an entry and a link to its parent", async () => {
    const { store } = house();
    const session = await store.create({ cwd: CWD });
    const one = await session.append(said("one"));
    await session.append(replied("left behind"));
    await session.append({ type: "leaf", targetId: one.id });
    const two = await session.append(replied("two"));
    await session.append(said("three"));
    await session.close();
    const { id } = await store.fork(session.header.id, { entryId: two.id });
    await using fork = await store.open(id);
    expect(fork.header).toMatchObject({ cwd: CWD, parentSession: session.header.id });
    expect(fork.tree.branch().map(({ id: entryId }) => entryId)).toEqual([one.id, two.id]);
    expect(fork.tree.get(one.id)).toMatchObject({ ts: one.ts, status: "complete" });
    expect(await store.verify(id)).toEqual({ ok: true, entries: 2, problems: [] });
    expect((await store.verify(session.header.id)).entries).toBe(5);
    expect((await refusal(store.fork(session.header.id, { entryId: "no" }))).code).toBe(
      "not_found",
    );
  });

  test("PKG-6 (part): a fork that dies half-way leaves no session", async () => {
    const disk = memoryDisk();
    const { store, process } = house(disk);
    const session = await store.create({ cwd: CWD });
    await session.append(said("one"));
    await session.close();
    for (let at = 1; at <= 3; at++) {
      const dying = faultDisk(disk, [{ type: "crash", at }]);
      await refusal(process(2, dying).fork(session.header.id));
      expect((await store.list()).sessions).toHaveLength(1);
    }
    await store.fork(session.header.id);
    expect((await store.list()).sessions).toHaveLength(2);
  });
});

describe("the trash", () => {
  test("SES-11 (part): a deleted session can be had back for 30 days", async () => {
    const clock = new FakeClock();
    const { store, process } = house(memoryDisk(), clock);
    const session = await store.create({ cwd: CWD });
    const { id } = session.header;
    expect((await refusal(process(2).delete(id))).code).toBe("locked");
    await session.close();
    await store.delete(id);
    expect((await store.list()).sessions).toEqual([]);
    expect((await refusal(store.open(id))).code).toBe("not_found");
    expect(await store.emptyTrash()).toBe(0);
    await store.restore(id);
    await (await store.open(id)).close();
    await store.delete(id);
    clock.jump(31 * 24 * 3600 * 1000);
    expect(await store.emptyTrash()).toBe(1);
    expect((await refusal(store.restore(id))).code).toBe("not_found");
  });
});

describe("listing", () => {
  test("SES-6 (part): sessions are listed by recency with title, turns, cost and folder", async () => {
    const { store } = house();
    const older = await store.create({ cwd: CWD });
    const newer = await store.create({ cwd: "/other" });
    await newer.append(said("  what is\nthis? "));
    await newer.append(spent("m", null));
    await older.append(said("go"));
    await older.append(titled("Fix it"));
    await older.append(spent("m", 0.5));
    await older.close();
    const { sessions, problems } = await store.list();
    expect(problems).toEqual([]);
    expect(sessions).toMatchObject([
      { id: older.header.id, title: "Fix it", turns: 1, costUsd: 0.5, cwd: CWD, running: false },
      { id: newer.header.id, title: null, preview: "what is this?", costUsd: null, running: true },
    ]);
    expect((await store.list(CWD)).sessions).toHaveLength(1);
    expect((await store.list("/nowhere")).sessions).toEqual([]);
  });

  test("SES-6 (part): a list reads only what is new, and is right without its index", async () => {
    const disk = memoryDisk();
    const { store, process } = house(disk);
    const session = await store.create({ cwd: CWD });
    for (let at = 0; at < 20; at++) await session.append(said(`${at}`));
    const first = await store.list();
    const bytes: number[] = [];
    const counting: Disk = countingDisk(disk, bytes);
    expect((await process(2, counting).list()).sessions).toEqual(first.sessions);
    expect(bytes).toEqual([]);
    await session.append(said("more"));
    const grown = await process(2, counting).list();
    expect(grown.sessions[0]?.turns).toBe(21);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1000);
    const folder = `${HOME}/sessions/${projectKey(CWD)}`;
    for (const content of ["{", '{"format":1,"logs":{"x":1}}', '{"format":9}']) {
      const index = await disk.open(`${folder}/index.json`, "w");
      await index.append(new TextEncoder().encode(content));
      expect((await store.list()).sessions).toEqual(grown.sessions);
    }
    await disk.unlink(`${folder}/index.json`);
    expect((await store.list()).sessions).toEqual(grown.sessions);
  });

  test("SES-6 (part): what cannot be opened is named, and the rest is listed", async () => {
    const disk = memoryDisk();
    const { store } = house(disk);
    const session = await store.create({ cwd: CWD });
    const folder = `${HOME}/sessions/${projectKey(CWD)}`;
    await (await disk.open(`${folder}/2030-01-01T00-00-00-000Z_empty.jsonl`, "w")).close();
    await (await disk.open(`${HOME}/sessions/stray`, "w")).close();
    const { sessions, problems } = await store.list(CWD);
    expect(sessions.map(({ id }) => id)).toEqual([session.header.id]);
    expect(problems.map(({ path }) => path)).toEqual([
      `${folder}/2030-01-01T00-00-00-000Z_empty.jsonl`,
    ]);
  });

  test("SES-6 (part): a key is an id, its beginning or a name; a name prefers the folder", async () => {
    const { store } = house();
    const one = await store.create({ cwd: CWD, name: "daily" });
    const two = await store.create({ cwd: "/other", name: "daily" });
    expect((await store.find(one.header.id)).id).toBe(one.header.id);
    expect((await store.find("daily", "/other")).id).toBe(two.header.id);
    expect((await store.named("daily", CWD))?.id).toBe(one.header.id);
    expect(await store.named("s", CWD)).toBeNull();
    const several = await refusal(store.find("daily"));
    expect(several.code).toBe("invalid");
    expect(several.message).toContain(one.header.id);
    expect((await refusal(store.find("s"))).advice).toContain("more of the id");
    for (const key of ["", "nobody", "../x"]) {
      expect((await refusal(store.find(key))).code).toBe("not_found");
    }
  });
});

function countingDisk(disk: Disk, bytes: number[]): Disk {
  return {
    ...faultDisk(disk),
    async open(path, flag) {
      const file = await disk.open(path, flag);
      return {
        ...file,
        async read(position, length) {
          const read = await file.read(position, length);
          bytes.push(read.length);
          return read;
        },
      };
    },
  };
}
