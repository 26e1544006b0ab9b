import { describe, expect, test } from "bun:test";
import { call, reply, say } from "@squire/testkit";
import { census, furnish, git, makeRepository, PROJECT } from "../testing/project.ts";
import { stage, type Stage } from "../testing/stage.ts";

const done = say("Done.");
const bash = (command: string) => call("bash", { command });
const node = JSON.stringify(process.execPath);

async function project(kind: "git" | "no git"): Promise<Stage> {
  const scene = await stage(PROJECT);
  if (kind === "git") await makeRepository(scene.work);
  await furnish(scene.work);
  return scene;
}

/** Three turns: `rm`, a formatter and a generator, which touch some paths several times. */
async function threeTurns(scene: Stage): Promise<readonly (readonly string[])[]> {
  const before: (readonly string[])[] = [];
  const note = async (): Promise<void> => void before.push(await census(scene.work.root));
  await note();
  await scene.turn(
    "remove what is not needed",
    bash("rm -rf src/deep bin README.md && rm src/dangling && rmdir empty"),
    call("write", { path: "src/util.js", content: "export const   a=3;\n" }),
    done,
  );
  await note();
  await scene.turn(
    "format everything",
    bash(`${node} tools/format.mjs && chmod 700 src && mv src/index.js src/main.js`),
    done,
  );
  await note();
  await scene.turn(
    "generate the models",
    reply(say("First a file where a folder was."), bash("echo file > bin && echo new > README.md")),
    bash(`${node} tools/generate.mjs`),
    bash("chmod 755 locked && rm -f locked/readonly.txt && rm data.bin; echo x >> src/util.js"),
    done,
  );
  await note();
  return before;
}

describe.each(["git", "no git"] as const)("SES-21 SES-22: rewind in a folder with %s", (kind) => {
  const status = ({ work }: Stage): Promise<string> =>
    kind === "git" ? git(work.root, "status", "--porcelain", "--ignored") : Promise.resolve("");

  test(`SES-21 SES-22: after rm, a formatter and a generator the tree is the one before (${kind})`, async () => {
    await using scene = await project(kind);
    const told = await status(scene);
    const before = await threeTurns(scene);
    expect(new Set(before.map((lines) => lines.join("\n"))).size).toBe(4);
    expect(await status(scene)).not.toBe(kind === "git" ? told : "none");
    const result = await scene.rewind({ to: { type: "turn", turn: 1 } });
    expect(result).toMatchObject({ kind: "done", turns: [1, 2, 3], talk: { leafId: null } });
    expect(await census(scene.work.root)).toEqual(before[0] ?? []);
    expect(await status(scene)).toBe(told);
    if (result.kind !== "done") throw new Error(result.kind);
    expect(result.files.map(({ left, proof }) => [left, proof.holds])).toEqual([[[], true]]);
  });

  test(`SES-21: turn by turn, twice the same, and each undone (${kind})`, async () => {
    await using scene = await project(kind);
    const before = await threeTurns(scene);
    const tree = (): Promise<readonly string[]> => census(scene.work.root);
    await scene.rewind({ to: { type: "last", turns: 1 } });
    expect(await tree()).toEqual(before[2] ?? []);
    await scene.rewind({ to: { type: "last", turns: 1 } });
    expect(await tree()).toEqual(before[1] ?? []);
    await scene.rewind({ to: { type: "undo" } });
    expect(await tree()).toEqual(before[2] ?? []);
    await scene.rewind({ to: { type: "undo" } });
    expect(await tree()).toEqual(before[3] ?? []);
    for (const _ of ["once", "twice"]) {
      await scene.rewind({ to: { type: "turn", turn: 2 }, what: "code" });
      expect(await tree()).toEqual(before[1] ?? []);
    }
    await scene.rewind({ to: { type: "turn", turn: 3 }, what: "code" });
    expect(await tree()).toEqual(before[2] ?? []);
  });

  test(`SES-21: human edits made meanwhile are listed, not overwritten (${kind})`, async () => {
    await using scene = await project(kind);
    const { work } = scene;
    const before = await threeTurns(scene);
    await work.write("src/util.js", "by hand\n");
    await work.write("gen/models/v1/mine.js", "by hand\n");
    await work.write("tools/format.mjs", "// by hand\n");
    const edited = await census(work.root);
    const refused = await scene.rewind({ to: { type: "turn", turn: 1 } });
    if (refused.kind !== "needs_confirmation") throw new Error(refused.kind);
    const { conflicts } = refused.doubts;
    expect(conflicts.map(({ path, reason }) => [path, reason])).toEqual([
      ["src/util.js", "changed"],
    ]);
    expect(await census(work.root)).toEqual(edited);

    const kept = { to: { type: "turn", turn: 1 }, keep: conflicts } as const;
    const result = await scene.rewind(kept, { confirmed: true });
    expect(result.kind).toBe("done");
    const mine = /^(gen|src\/util\.js|tools\/format\.mjs)/;
    const others = (lines: readonly string[]) => lines.filter((line) => !mine.test(line));
    expect(others(await census(work.root))).toEqual(others(before[0] ?? []));
    expect(await work.read("src/util.js")).toBe("by hand\n");
    expect(await work.read("gen/models/v1/mine.js")).toBe("by hand\n");

    await scene.rewind({ to: { type: "undo" } });
    expect(await census(work.root)).toEqual(edited);
    await scene.rewind({ to: { type: "turn", turn: 1 } }, { confirmed: true });
    expect(await work.read("src/util.js")).toBe(
      kind === "git" ? "export const   a=2;\n" : "export const   a=1;\n",
    );
    expect(await work.read("tools/format.mjs")).toBe("// by hand\n");
    await scene.rewind({ to: { type: "undo" } });
    expect(await census(work.root)).toEqual(edited);
  });
});
