import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession } from "../testing/talk.ts";
import { sessionCommand } from "./session.ts";

async function goto(home: TempWorkspace, ...argv: readonly string[]) {
  const io = ioIn(home);
  const code = await sessionCommand(invoke("session goto", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

const TALK = [asked("lamps?"), answered("Light."), asked("foxes?"), answered("Red.")];

async function leafOf(home: TempWorkspace, id: string): Promise<string> {
  const { tree } = await sessionStore(home.path("home")).read(id);
  const said = tree.branch().findLast(({ type }) => type === "message");
  return JSON.stringify(said);
}

test("SES-7: a session goes on from any entry, by its id or the beginning of it", async () => {
  await using home = await tempWorkspace();
  const id = await madeSession(home, TALK);
  const { tree } = await sessionStore(home.path("home")).read(id);
  const first = tree.branch()[1]?.id ?? "";
  const moved = await goto(home, id, first.slice(0, 13), "--json");
  expect(moved.code).toBe(0);
  expect(JSON.parse(moved.out)).toMatchObject({ type: "moved", summary: null });
  expect(await leafOf(home, id)).toContain("Light.");
  const nowhere = await goto(home, id, "nowhere");
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("no entry nowhere") });
});

test("CMP-12: --summary leaves notes on the branch behind, also where no model can be asked", async () => {
  await using home = await tempWorkspace();
  const id = await madeSession(home, TALK);
  const { tree } = await sessionStore(home.path("home")).read(id);
  const moved = await goto(home, id, tree.branch()[1]?.id ?? "", "--summary");
  expect(moved.code).toBe(0);
  expect(moved.out).toContain("foxes?");
  const branch = (await sessionStore(home.path("home")).read(id)).tree.branch();
  expect(branch.at(-1)).toMatchObject({ type: "branch_summary" });
  expect(JSON.stringify(branch.slice(0, -1))).not.toContain("foxes?");
  const both = await goto(home, id, "x", "--summary", "--no-summary");
  expect(both.code).toBe(2);
});
