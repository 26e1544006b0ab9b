import { describe, expect, test } from "bun:test";
import { call, say, tempWorkspace } from "@squire/testkit";
import { z } from "zod";
import { rerunSession } from "../rerun.ts";
import { sessionStore } from "../../sessions.ts";
import { snapshotPort } from "../snapshot-port.ts";
import { stage, type Stage } from "../testing/stage.ts";
import { rewindPoints } from "./points.ts";
import { planRewind } from "./plan.ts";
import { rewind } from "./rewind.ts";

const done = say("Done.");
const bash = (command: string) => call("bash", { command });
const write = (path: string, content: string) => call("write", { path, content });

const LAST = { type: "last", turns: 1 } as const;
const UNDO = { type: "undo" } as const;

/** The texts of the last request, in order. */
function shown({ server }: Stage): string {
  return JSON.stringify(server.requests.at(-1)?.json);
}

/** Who said what kind of thing: users and models take turns, and every call is answered. */
function outline({ server }: Stage): readonly string[] {
  const block = z.object({
    type: z.string(),
    id: z.string().optional(),
    tool_use_id: z.string().optional(),
  });
  const body = z.object({
    messages: z.array(z.object({ role: z.string(), content: z.array(block) })),
  });
  return body.parse(server.requests.at(-1)?.json).messages.map(({ role, content }) => {
    const parts = content.map(({ type, id, tool_use_id }) => `${type} ${id ?? tool_use_id ?? ""}`);
    return `${role}: ${parts.join(", ").trim()}`;
  });
}

describe("SES-21: the conversation after a rewind", () => {
  test("SES-21: the next request is valid and shows only the kept branch", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("keep this", bash("echo 1 > a.txt"), say("I kept it."));
    await scene.turn("forget this", bash("echo 2 > a.txt"), say("I did wrong."));
    await scene.turn("and this", say("And worse."));
    const { turns } = await scene.open(rewindPoints);
    expect(turns.map(({ turn, text, paths }) => [turn, text, paths])).toEqual([
      [1, "keep this", ["a.txt"]],
      [2, "forget this", ["a.txt"]],
      [3, "and this", []],
    ]);
    await scene.rewind({ to: { type: "turn", turn: 2 } });
    await scene.turn("go on", bash("cat a.txt"), done);
    const request = shown(scene);
    for (const text of ["keep this", "I kept it.", "go on"]) expect(request).toContain(text);
    for (const text of ["forget this", "I did wrong", "worse"]) expect(request).not.toContain(text);
    expect(request).toContain(JSON.stringify("1"));
    expect(outline(scene)).toEqual([
      "user: text",
      "assistant: tool_use call_1",
      "user: tool_result call_1",
      "assistant: text",
      "user: text",
      "assistant: tool_use call_3",
      "user: tool_result call_3",
    ]);
    const kept = (await scene.open(rewindPoints)).turns.map(({ turn, text }) => [turn, text]);
    expect(kept).toEqual([
      [1, "keep this"],
      [2, "go on"],
    ]);
    const id = await scene.open(async ({ log }) => log.header.id);
    const recorded = await sessionStore(scene.host.home).read(id);
    expect(await rerunSession(scene.host, recorded)).toEqual({ identical: true, steps: 4 });
  });

  test("SES-21: a session that stays open goes on from where it was taken back to", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.live(async (site, ask) => {
      await ask("keep this", bash("echo 2 > a.txt"), done);
      await ask("forget this", bash("echo 3 > a.txt"), say("Oh."));
      const plan = await planRewind(site, { to: LAST });
      if (plan.kind === "refused") throw new Error(plan.message);
      expect((await rewind(site, plan)).kind).toBe("done");
      await ask("go on", bash("cat a.txt"), done);
      expect(shown(scene)).toContain(JSON.stringify("2"));
      expect(shown(scene)).not.toContain("forget this");
      const again = await planRewind(site, { to: { type: "turn", turn: 1 } });
      if (again.kind === "refused") throw new Error(again.message);
      expect((await rewind(site, again)).kind).toBe("done");
    });
    expect(await scene.work.read("a.txt")).toBe("one\n");
  });

  test("SES-21: back to the very beginning, the next turn is the first", async () => {
    await using scene = await stage({});
    await scene.turn("first", done);
    await scene.rewind({ to: { type: "turn", turn: 1 } });
    await scene.turn("fresh start", done);
    expect(shown(scene)).not.toContain('"first"');
    expect(scene.server.requests[1]?.json).toMatchObject({ messages: [{ role: "user" }] });
  });

  test("SES-21: files alone: the model is told that they are not as it left them", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("change it", bash("echo 2 > a.txt; echo new > b.txt"), say("Changed."));
    const result = await scene.rewind({ to: LAST, what: "code" });
    expect(result).not.toHaveProperty("talk");
    expect(await scene.work.list()).toEqual(["a.txt"]);
    await scene.turn("what did you do?", done);
    expect(shown(scene)).toContain("Changed.");
    expect(shown(scene)).toMatch(/put these files back.*a\.txt.*b\.txt.* \(not there\)/);
    const id = await scene.open(async ({ log }) => log.header.id);
    const recorded = await sessionStore(scene.host.home).read(id);
    expect(await rerunSession(scene.host, recorded)).toMatchObject({ identical: true });
  });

  test("SES-21: the conversation alone: files stay, and are still known to be the session's", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("keep", done);
    await scene.turn("change it", bash("echo 2 > a.txt"), done);
    await scene.rewind({ to: LAST, what: "conversation" });
    expect(await scene.work.read("a.txt")).toBe("2\n");
    await scene.turn("again", bash("echo 3 > a.txt"), done);
    expect(shown(scene)).not.toContain("change it");
    // Nobody else was there: what the turn on the other branch did is no conflict.
    expect(await scene.rewind({ to: { type: "turn", turn: 1 } })).toMatchObject({ kind: "done" });
    expect(await scene.work.read("a.txt")).toBe("one\n");
  });

  test("SES-18 SES-21: a message that had waited and was sent does not wait again", async () => {
    await using scene = await stage({});
    await scene.turn("first", done);
    await scene.open(async ({ log }) => {
      const message = { role: "user", content: [{ type: "text", text: "next" }] } as const;
      const queued = { type: "queued", queueId: "q1", message, delivery: "follow_up" } as const;
      await log.append(queued);
      await log.append({ type: "title", title: "A talk", by: "user" });
      await log.append({ type: "message", message, status: "complete", queueId: "q1" });
    });
    await scene.rewind({ to: LAST });
    await scene.open(async ({ log }) => {
      expect(log.state().queue).toEqual([]);
      expect(log.state().title).toBe("A talk");
    });
  });
});

describe("SES-22: only what the turns touched", () => {
  test("SES-22: a session that worked in two folders goes back in both, and nowhere else", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await using other = await tempWorkspace({ "b.txt": "one\n", "c.txt": "one\n" });
    await using beside = await tempWorkspace({ "d.txt": "one\n" });
    await scene.turn("here", bash("echo 2 > a.txt"), done);
    await scene.turnIn(other.root, "there", bash("echo 2 > b.txt; rm c.txt"), done);
    await scene.turn("outside", bash(`echo 2 > ${beside.root}/d.txt; echo 3 > a.txt`), done);
    const result = await scene.rewind({ to: { type: "turn", turn: 1 } });
    if (result.kind !== "done") throw new Error(result.kind);
    expect(result.files.map(({ workspace }) => workspace)).toEqual([scene.work.root, other.root]);
    expect(await scene.work.read("a.txt")).toBe("one\n");
    expect([await other.read("b.txt"), await other.read("c.txt")]).toEqual(["one\n", "one\n"]);
    expect(await beside.read("d.txt")).toBe("2\n");
    await scene.rewind({ to: UNDO });
    expect([await scene.work.read("a.txt"), await other.list()]).toEqual(["3\n", ["b.txt"]]);
  });

  test("SES-21: a file that somebody changed between two turns is listed", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("one", bash("echo 2 > a.txt"), done);
    await scene.work.write("a.txt", "by hand\n");
    await scene.turn("two", bash("echo more >> a.txt"), done);
    const asked = await scene.rewind({ to: { type: "turn", turn: 1 } });
    expect(asked).toMatchObject({ doubts: { conflicts: [{ path: "a.txt", reason: "mixed" }] } });
    // Taking back the second turn alone brings the words of that hand back.
    await scene.rewind({ to: LAST });
    expect(await scene.work.read("a.txt")).toBe("by hand\n");
    const again = await scene.rewind({ to: LAST });
    expect(again).toMatchObject({ doubts: { conflicts: [{ path: "a.txt" }] } });
  });

  test("SES-20: a turn that is killed in a command can be taken back", async () => {
    await using scene = await stage({ "a.txt": "one\n", "b.txt": "two\n" });
    await scene.turn("fine", bash("echo 2 > b.txt"), done);
    await scene.open(async ({ log }) => {
      // As the process leaves it when it dies in a call.
      const { snapshot } = snapshotPort(log, scene.host.home, {
        changes: () => Promise.resolve(null),
        workspace: () => ({ cwd: scene.host.cwd, env: {} }),
      });
      const message = { role: "user", content: [{ type: "text", text: "die" }] } as const;
      await log.append({ type: "message", message, status: "complete", runId: "r2" });
      await snapshot(BASH, new AbortController().signal);
      await scene.work.write("a.txt", "half");
    });
    const { turns } = await scene.open(rewindPoints);
    expect(turns[1]).toMatchObject({ text: "die", files: "cut_off" });
    const asked = await scene.rewind({ to: LAST });
    expect(asked).toMatchObject({ doubts: { conflicts: [{ path: "a.txt", reason: "cut_off" }] } });
    await scene.rewind({ to: LAST }, { confirmed: true });
    expect([await scene.work.read("a.txt"), await scene.work.read("b.txt")]).toEqual([
      "one\n",
      "2\n",
    ]);
  });

  const BASH = {
    callId: "c1",
    name: "bash",
    args: {},
    effect: "execute",
    subject: null,
    summary: "",
    requiresApproval: false,
  } as const;
});

describe("SES-21: undo", () => {
  test("SES-21: a rewind is undone, that again, and each is a place to go back to", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("change", bash("echo 2 > a.txt; mkdir d; echo 3 > d/e"), done);
    const after = await scene.work.treeHash();
    const end = await scene.open(async ({ log }) => log.tree.leafId);
    await scene.rewind({ to: LAST });
    const back = await scene.rewind({ to: UNDO });
    expect(await scene.work.treeHash()).toBe(after);
    expect(await scene.open(async ({ log }) => log.tree.leafId)).toBe(end);
    await expectRefusal(scene, "There is no rewind to undo in this session.");
    const entryId = back.kind === "done" ? back.entryId : "";
    await scene.rewind({ to: { type: "entry", entryId: entryId.slice(0, 13) } });
    expect(await scene.work.read("a.txt")).toBe("one\n");
    await scene.rewind({ to: UNDO });
    expect(await scene.work.treeHash()).toBe(after);
  });

  async function expectRefusal(scene: Stage, message: string): Promise<void> {
    const plan = await scene.open((site) => planRewind(site, { to: UNDO }));
    expect(plan).toMatchObject({ kind: "refused", code: "not_found", message });
  }

  test("SES-21: turns that came after the rewind are named before they are taken back with it", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("change", bash("echo 2 > a.txt"), done);
    await scene.rewind({ to: LAST });
    await scene.turn("other way", bash("echo 3 > b.txt"), done);
    const asked = await scene.rewind({ to: UNDO });
    expect(asked).toMatchObject({ kind: "needs_confirmation", doubts: { later: [1] } });
    await scene.rewind({ to: UNDO }, { confirmed: true });
    expect([await scene.work.list(), await scene.work.read("a.txt")]).toEqual([["a.txt"], "2\n"]);
  });

  test("SES-21: turns and entries that are not there are said so", async () => {
    await using scene = await stage({});
    await scene.turn("hello", done);
    const message = async (to: Parameters<typeof planRewind>[1]["to"]): Promise<string> => {
      const plan = await scene.open((site) => planRewind(site, { to }));
      return plan.kind === "refused" ? plan.message : plan.kind;
    };
    expect(await message({ type: "turn", turn: 2 })).toContain("no turn 2");
    expect(await message({ type: "last", turns: 3 })).toContain("no 3 turns");
    expect(await message({ type: "entry", entryId: "zzz" })).toContain('no entry "zzz"');
    const leafId = await scene.open(async ({ log }) => log.tree.leafId);
    expect(await message({ type: "entry", entryId: leafId ?? "" })).toBe("plan");
  });
});

describe("SES-20: what is not covered is said", () => {
  const MB = 1024 * 1024;

  test("SES-20: files over 5 MB are named and never lost", async () => {
    await using scene = await stage({ "big.bin": new Uint8Array(6 * MB), "a.txt": "one\n" });
    const commands = "rm big.bin; head -c 6000000 /dev/zero > made.bin; echo 2 > a.txt";
    await scene.turn("go", bash(commands), done);
    const asked = await scene.rewind({ to: LAST });
    if (asked.kind !== "needs_confirmation") throw new Error(asked.kind);
    const named = asked.doubts.obstacles.map(({ path, reason }) => [path, reason]);
    expect(named).toEqual([
      ["big.bin", "not_kept"],
      ["made.bin", "cannot_keep"],
    ]);
    expect(await scene.work.read("a.txt")).toBe("2\n");
    await scene.rewind({ to: LAST }, { confirmed: true });
    expect(await scene.work.read("a.txt")).toBe("one\n");
    expect(await scene.work.list()).toContain("made.bin");
  });

  test("SES-20 SES-22: ignored folders stay as they are, unless a tool named the file", async () => {
    await using scene = await stage({ "dist/a.js": "old\n", "a.txt": "one\n" });
    await scene.turn(
      "build",
      bash("echo new > dist/a.js; echo more > dist/b.js; echo 2 > a.txt"),
      write("dist/c.js", "by the tool\n"),
      done,
    );
    await scene.rewind({ to: LAST });
    expect(await scene.work.list()).toEqual(["a.txt", "dist/a.js", "dist/b.js"]);
    expect(await scene.work.read("dist/a.js")).toBe("new\n");
  });

  test("SES-20: a snapshot that is gone keeps files, not the conversation, from going back", async () => {
    await using scene = await stage({ "a.txt": "one\n" });
    await scene.turn("change", bash("echo 2 > a.txt"), done);
    const { turns } = await scene.open(rewindPoints);
    await scene.open(({ store }) => store.removeRecord(turns[0]?.snapshotIds[0] ?? ""));
    const [listed] = (await scene.open(rewindPoints)).turns;
    expect(listed).toMatchObject({ files: "gone", paths: ["a.txt"] });
    const plan = await scene.open((site) => planRewind(site, { to: LAST }));
    expect(plan).toMatchObject({ kind: "refused", code: "files" });
    await scene.rewind({ to: LAST, what: "conversation" });
    expect(await scene.work.read("a.txt")).toBe("2\n");
  });
});
