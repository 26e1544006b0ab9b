import { describe, expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { stage, type Stage } from "../testing/stage.ts";
import type { RewindPlan, RewindRefusal } from "./plan.ts";
import type { RewindResult } from "./result.ts";
import { rewind } from "./rewind.ts";
import { undoPaths, type UndoWish } from "./undo-paths.ts";

const done = say("Done.");
const bash = (command: string) => call("bash", { command });

/** As `/undo` does. */
async function undo(
  scene: Stage,
  wish: { readonly turns: number } | { readonly path: string },
): Promise<RewindResult | RewindRefusal> {
  return scene.open(async (site) => {
    const full: UndoWish = { ...wish, cwd: scene.work.root };
    const plan: RewindPlan | RewindRefusal = await undoPaths(site, full);
    return plan.kind === "refused" ? plan : rewind(site, plan);
  });
}

async function threeTurns(): Promise<Stage> {
  const scene = await stage({ "a.txt": "0\n", "d/b.txt": "0\n" });
  await scene.turn("one", bash("echo 1 > a.txt; echo 1 > d/b.txt"), done);
  await scene.turn("two", bash("echo 2 > a.txt"), done);
  await scene.turn("only talk", done);
  await scene.turn("three", bash("echo 3 > a.txt; echo 3 > d/b.txt; echo new > d/c.txt"), done);
  return scene;
}

async function files({ work }: Stage): Promise<string> {
  const names = await work.list();
  const lines = await Promise.all(names.map(async (name) => `${name}=${await work.read(name)}`));
  return lines.join("").trim().replaceAll("\n", " ");
}

describe("EDIT-10: undo", () => {
  test("EDIT-10: each undo takes back the changes of one more turn, whatever was only said", async () => {
    await using scene = await threeTurns();
    expect(await undo(scene, { turns: 1 })).toMatchObject({ kind: "done", turns: [4] });
    expect(await files(scene)).toBe("a.txt=2 d/b.txt=1");
    expect(await undo(scene, { turns: 1 })).toMatchObject({ turns: [2] });
    expect(await files(scene)).toBe("a.txt=1 d/b.txt=1");
    expect(await undo(scene, { turns: 1 })).toMatchObject({ turns: [1] });
    expect(await files(scene)).toBe("a.txt=0 d/b.txt=0");
    expect(await undo(scene, { turns: 1 })).toMatchObject({
      kind: "refused",
      message: "There is no change left to take back.",
    });
    expect(await scene.open(async ({ log }) => log.state().turns)).toBe(4);
  });

  test("EDIT-10: /undo 2 takes back two turns; a rewind can bring them back", async () => {
    await using scene = await threeTurns();
    expect(await undo(scene, { turns: 2 })).toMatchObject({ turns: [2, 4] });
    expect(await files(scene)).toBe("a.txt=1 d/b.txt=1");
    await scene.rewind({ to: { type: "undo" } });
    expect(await files(scene)).toBe("a.txt=3 d/b.txt=3 d/c.txt=new");
    // What was brought back stands again.
    expect(await undo(scene, { turns: 1 })).toMatchObject({ turns: [4] });
    expect(await files(scene)).toBe("a.txt=2 d/b.txt=1");
  });

  test("EDIT-10: /undo <path> takes back the last change of that file alone, then the one before", async () => {
    await using scene = await threeTurns();
    await undo(scene, { path: "a.txt" });
    expect(await files(scene)).toBe("a.txt=2 d/b.txt=3 d/c.txt=new");
    await undo(scene, { path: scene.work.path("a.txt") });
    expect(await files(scene)).toBe("a.txt=1 d/b.txt=3 d/c.txt=new");
    // The other files of turn 4 have not been taken back yet.
    expect(await undo(scene, { turns: 1 })).toMatchObject({ kind: "done" });
    expect(await files(scene)).toBe("a.txt=1 d/b.txt=1");
  });

  test("EDIT-10: /undo <folder> covers what is in it; a path that did not exist is deleted", async () => {
    await using scene = await threeTurns();
    await undo(scene, { path: "d" });
    expect(await files(scene)).toBe("a.txt=3 d/b.txt=1");
    expect(await undo(scene, { path: "../elsewhere" })).toMatchObject({ kind: "refused" });
    expect(await undo(scene, { path: "never.txt" })).toMatchObject({ kind: "refused" });
  });

  test("EDIT-10: what others changed since is listed, not overwritten", async () => {
    await using scene = await threeTurns();
    await scene.work.write("a.txt", "mine\n");
    expect(await undo(scene, { turns: 1 })).toMatchObject({
      kind: "needs_confirmation",
      doubts: { conflicts: [{ path: "a.txt", reason: "changed" }] },
    });
    expect(await files(scene)).toBe("a.txt=mine d/b.txt=3 d/c.txt=new");
  });
});
