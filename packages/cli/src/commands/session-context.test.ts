import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { ioIn, madeSession, TALK } from "../testing/talk.ts";
import { sessionCommand } from "./session.ts";

test("USE-6 (part): the context of a session is shown by a command", async () => {
  await using home = await tempWorkspace();
  const id = await madeSession(home, TALK);
  const json = ioIn(home);
  expect(await sessionCommand(invoke("session context", id, "--json"), json)).toBe(0);
  const report = JSON.parse(json.out()) as { regions: Record<string, number> };
  expect(Object.keys(report.regions)).toEqual(["system", "tools", "memory", "log", "results"]);
  const plain = ioIn(home);
  await sessionCommand(invoke("session context", id), plain);
  expect(plain.out()).toMatch(/^results +\d+/m);
  expect(plain.out()).toContain("a compaction would remove");
});
