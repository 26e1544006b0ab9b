import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { writeFileSync } from "node:fs";
import { sessionStore } from "../sessions.ts";
import { goneFrom } from "./past-sessions.ts";
import { asked, pastSession } from "./testing/past-session.ts";

test("MEM-9 (part): a session counts as gone only when its log is, and all other logs can be read", async () => {
  await using home = await tempWorkspace({});
  const at = { home: home.root, cwd: home.path("work") };
  const store = sessionStore(home.root);
  const isGone = async (id: string): Promise<boolean> => (await goneFrom(store))(id);
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
