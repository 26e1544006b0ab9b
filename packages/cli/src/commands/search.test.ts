import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { existsSync } from "node:fs";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession, TALK } from "../testing/talk.ts";
import { rebuildCommand, searchCommand } from "./search.ts";

test("SES-13: finds what was said in any folder and makes a missing index with a note", async () => {
  await using home = await tempWorkspace();
  const id = await madeSession(home, TALK, { cwd: "/elsewhere" });
  await madeSession(home, [asked("something else"), answered("yes")]);
  const io = ioIn(home);
  expect(await searchCommand(invoke("search", "a", "fox", "--json"), io)).toBe(0);
  expect(io.err()).toBe("squire: indexing 2 sessions\n");
  expect(JSON.parse(io.out())).toMatchObject([
    { sessionId: id, title: "About a.ts", kind: "assistant", snippet: { text: "A fox." } },
  ]);
  const again = ioIn(home);
  await searchCommand(invoke("search", "FOX"), again);
  expect(again.err()).toBe("");
  expect(again.out()).toStartWith(`${id.slice(0, 8)}  `);
  expect(again.out()).toContain("  A fox.\n");
});

test("SES-13: what came after the index was made is found; --limit is kept", async () => {
  await using home = await tempWorkspace();
  await searchCommand(invoke("search", "walrus"), ioIn(home));
  await madeSession(home, [asked("a walrus"), answered("the walrus")]);
  const io = ioIn(home);
  await searchCommand(invoke("search", "walrus", "--limit", "1", "--json"), io);
  expect(JSON.parse(io.out())).toHaveLength(1);
});

test("SES-13: nothing found is said; a limit must be a number", async () => {
  await using home = await tempWorkspace();
  const io = ioIn(home);
  expect(await searchCommand(invoke("search", "walrus"), io)).toBe(0);
  expect([io.out(), io.err()]).toEqual(["", "squire: nothing found.\n"]);
  for (const limit of ["0", "many", "1001", "1e2"]) {
    expect(await searchCommand(invoke("search", "x", "--limit", limit), ioIn(home))).toBe(2);
  }
});

test("SES-12: index rebuild makes the index from the logs", async () => {
  await using home = await tempWorkspace();
  await madeSession(home, TALK);
  const io = ioIn(home);
  expect(await rebuildCommand(invoke("index rebuild", "--json"), io)).toBe(0);
  expect(JSON.parse(io.out())).toEqual({ updated: 1, removed: 0, problems: [] });
  expect(existsSync(home.path("home/index.db"))).toBe(true);
});
