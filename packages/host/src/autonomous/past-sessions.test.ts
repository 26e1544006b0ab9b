import { expect, test } from "bun:test";
import { addItems } from "@squire/memory";
import { openDatabase } from "@squire/platform";
import type { SessionStore } from "@squire/session";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { forgetMemory } from "../memory/forget.ts";
import { memoryPath, openMemory } from "../memory/open-memory.ts";
import { openHost } from "../open.ts";
import type { Host } from "../open.ts";
import { sessionStore } from "../sessions.ts";
import { pastSessions } from "./past-sessions.ts";
import { asked, pastSession } from "./testing/past-session.ts";

async function hostIn(home: TempWorkspace): Promise<Host> {
  await home.write("work/.keep", "");
  return openHost({
    env: { SQUIRE_HOME: home.root, HOME: home.root },
    cwd: home.path("work"),
    userHome: home.root,
    offline: true,
    warn: () => {},
  });
}

test("MEM-9 (part): a session counts as gone only when its log is, and all other logs can be read", async () => {
  await using home = await tempWorkspace({});
  const at = { home: home.root, cwd: home.path("work") };
  const host = await hostIn(home);
  const store = sessionStore(home.root);
  const isGone = async (id: string): Promise<boolean> =>
    (await pastSessions(host, store)).isGone(id);
  expect(await isGone("some")).toBe(false);
  const kept = await pastSession(at, 1_000, [asked("a")]);
  const deleted = await pastSession(at, 2_000, [asked("b")]);
  const { path } = await store.find(await pastSession(at, 3_000, [asked("c")]));
  await store.delete(deleted);
  expect(await isGone(kept)).toBe(false);
  expect(await isGone(deleted)).toBe(true);
  // Another log is damaged: what is not listed may be that one.
  writeFileSync(path, "");
  expect((await store.list()).sessions).toHaveLength(1);
  expect(await isGone(deleted)).toBe(false);
});

/** Which sessions are forgotten, and how often all of them were listed to tell. */
async function forgottenIn(host: Host): Promise<readonly [readonly string[], number]> {
  const store = sessionStore(host.home);
  let lists = 0;
  const counting: SessionStore = Object.create(store, {
    list: {
      value: () => {
        lists++;
        return store.list();
      },
    },
  });
  const { sessions, isGone } = await pastSessions(host, counting);
  await isGone("some");
  return [sessions.filter(({ forgotten }) => forgotten).map(({ id }) => id), lists];
}

test("MEM-9 (part): what is forgotten is read from an index that stays as it is, of whatever version, and sessions are listed once", async () => {
  await using home = await tempWorkspace({});
  const host = await hostIn(home);
  const at = { home: host.home, cwd: host.cwd };
  await pastSession(at, 1_000, [asked("the heron nests")]);
  expect(await forgottenIn(host)).toEqual([[], 1]);
  const unwanted = await pastSession(at, 2_000, [asked("the stork flies")]);
  const path = memoryPath(host.home);
  {
    using memory = await openMemory(host, { notice: () => {}, wordsOnly: true });
    if (memory === null) throw new Error("memory is off");
    addItems(memory.index, [{ id: "1", text: "added by hand" }], "x");
    expect(await forgetMemory(host, memory.index, `session:${unwanted}`)).toBe(true);
    memory.index.database.exec("PRAGMA user_version = 99");
  }
  expect(await forgottenIn(host)).toEqual([[unwanted], 1]);
  {
    const database = openDatabase(path, { mode: "readonly" });
    using _closing = { [Symbol.dispose]: () => database.close() };
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
    expect(database.prepare("SELECT content FROM chunks WHERE key = '1'").all()).toHaveLength(1);
  }
  // One that is damaged is left to who remembers something, and says what was lost.
  for (const end of ["-wal", "-shm"]) writeFileSync(path + end, "");
  writeFileSync(path, "this is no database".repeat(500));
  expect(await forgottenIn(host)).toEqual([[], 1]);
  expect(readFileSync(path, "utf8")).toStartWith("this is no database");
  // Where nobody can tell, nothing is taken for wanted.
  rmSync(path);
  mkdirSync(path);
  const unknown = await forgottenIn(host).catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(Error);
});
