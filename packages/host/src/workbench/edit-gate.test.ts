import { describe, expect, test } from "bun:test";
import type { AgentEvent, ApprovalAnswer, ApprovalRequest } from "@squire/protocol";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { Turn } from "@squire/testkit";
import { readBack, rerun, talk, type Opening, type RigInput } from "../session/testing/live-rig.ts";

const PATH = "a.ts";
const REPLACE = call("edit", { path: PATH, search: "one", replace: "two" });
const REWRITE = call("write", { path: PATH, content: "two\nrest\n" });
const OTHER = call("write", { path: PATH, content: "three\nrest\n" });

/** Answers each question by what the list says; more questions are a defect of the test. */
function answering(answers: readonly ApprovalAnswer[]) {
  const asked: ApprovalRequest[] = [];
  const approve: Opening["approve"] = (request) => {
    asked.push(request);
    const answer = answers[asked.length - 1];
    return answer === undefined
      ? Promise.reject(new Error(`nobody expected ${request.summary}`))
      : Promise.resolve(answer);
  };
  return { approve, asked };
}

const NO = { verdict: "deny", by: "tui" } as const;
const yes = (scope: "once" | "turn") => ({ verdict: "approve", scope, by: "tui" }) as const;

async function edited(steps: readonly Turn[], opening: Opening, prompts = ["go"]) {
  await using server = await startScriptedServer([...steps]);
  await using home = await tempWorkspace({ "work/a.ts": "one\nrest\n", "work/b.ts": "one\n" });
  const rig: RigInput = { server, home };
  const { id } = await talk(rig, prompts, { yes: false, ...opening });
  const told = server.requests.map(({ json }) => JSON.stringify(json));
  const again = await rerun(rig, id);
  return { told, a: await home.read("work/a.ts"), again };
}

describe("EDIT-9: the gate of edits", () => {
  test("EDIT-9: a rejected change is refused again by any tool, at any trust; another one is asked about", async () => {
    const { approve, asked } = answering([NO, yes("once")]);
    const { told, a, again } = await edited([REPLACE, REWRITE, OTHER, say("done")], { approve });
    expect(told[1]).toContain("Denied: User rejected this edit to a.ts");
    expect(told[2]).toContain("Blocked: User rejected this edit to a.ts.");
    expect(asked.map(({ toolName }) => toolName)).toEqual(["edit", "write"]);
    expect(a).toBe("three\nrest\n");
    expect(again).toMatchObject({ identical: true });
  });

  test("EDIT-9 (part): the twin: without the rejection the same second call is applied", async () => {
    const { approve } = answering([yes("once")]);
    const { a } = await edited([REWRITE, say("done")], { approve });
    expect(a).toBe("two\nrest\n");
  });

  test("EDIT-9 (part): in a later turn the very change is asked about, whatever a rule allows", async () => {
    const { approve, asked } = answering([NO, yes("once")]);
    const steps = [REPLACE, say("I see."), REWRITE, say("done")];
    const rules = { ask: ["edit"], allow: ["write"] };
    const { a } = await edited(steps, { approve, rules }, ["go", "do it after all"]);
    expect(asked[1]?.reason).toBe("You rejected this very change to a.ts before.");
    expect(a).toBe("two\nrest\n");
  });

  test("EDIT-9 (part): a reason is passed on; a no that nobody said is no rejection", async () => {
    const late = { verdict: "deny", reason: "too late", by: "timeout" } as const;
    const { approve, asked } = answering([late, { ...NO, reason: "not this way" }]);
    const { told } = await edited([REPLACE, REWRITE, say("ok")], { approve });
    expect(told[1]).toContain("Denied: too late");
    expect(told[2]).toContain("User rejected this edit to a.ts: not this way");
    expect(asked).toHaveLength(2);
  });

  test("EDIT-9 (part): always this file, for this turn and no longer, and no other file", async () => {
    const { approve, asked } = answering([yes("turn"), NO, NO]);
    const b = call("edit", { path: "b.ts", search: "one", replace: "two" });
    const steps = [REPLACE, OTHER, b, say("done"), REWRITE, say("no")];
    const { a } = await edited(steps, { approve }, ["go", "again"]);
    expect(asked.map(({ toolName, summary }) => `${toolName} ${summary}`)).toEqual([
      "edit edit a.ts",
      "edit edit b.ts",
      "write write a.ts",
    ]);
    expect(a).toBe("three\nrest\n");
  });

  test("EDIT-9 (part): the model is not told how much it is trusted", async () => {
    const opening = (trust: "review" | "auto") => ({ trust, rules: { allow: ["edit"] } });
    const [review, auto] = await Promise.all([
      edited([REPLACE, say("done")], opening("review")),
      edited([REPLACE, say("done")], opening("auto")),
    ]);
    const plain = ({ told }: typeof review) =>
      told.map((text) => text.replaceAll(/squire-test-\w+/g, "folder"));
    expect(plain(auto)).toEqual(plain(review));
    expect(plain(auto).join()).not.toMatch(/\b(?:trust|yolo)\b/i);
  });
});

const BLOCKS = '[edit]\nvariant = "blocks"\n';

function block(path: string, search: string, replace: string): string {
  return `${path}\n<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;
}

async function inWords(steps: readonly Turn[], opening: Opening = {}, prompts = ["go"]) {
  await using server = await startScriptedServer([...steps]);
  await using home = await tempWorkspace({ "work/a.ts": "one\nrest\n", "work/b.ts": "one\n" });
  const rig: RigInput = { server, home, settings: BLOCKS };
  const { id, events } = await talk(rig, prompts, opening);
  const told = server.requests.map(({ json }) => JSON.stringify(json));
  const again = await rerun(rig, id);
  const { tree } = await readBack(rig, id);
  const read = (path: string) => home.read(`work/${path}`).catch(() => null);
  const files = { a: await read("a.ts"), b: await read("b.ts"), c: await read("c.ts") };
  return { told, events, again, branch: tree.branch(), ...files };
}

describe("EDIT-3: edits in the words of a reply", () => {
  const several = [
    "I change three files.\n",
    block("a.ts", "one\n", "two\n"),
    block("c.ts", "", "new\n"),
    block("b.ts", "nowhere\n", "x\n"),
    block("../out.ts", "", "x\n"),
  ].join("\n");

  test("EDIT-3: they pass gate, snapshot and record one by one, and the model is told what came of each", async () => {
    const { told, again, branch, a, b, c } = await inWords([say(several), say("done")]);
    expect({ a, b, c }).toEqual({ a: "two\nrest\n", b: "one\n", c: "new\n" });
    const results = branch.flatMap((entry) => (entry.type === "tool_result" ? [entry] : []));
    expect(results.map(({ details }) => details.ending)).toEqual(["ran", "ran", "ran", "denied"]);
    const statuses = results.map(({ details }) => (details.data as { status?: string })?.status);
    expect(statuses).toEqual(["applied", "created", "not_found", undefined]);
    const started = branch.filter(({ type }) => type === "tool_started");
    expect(started).toHaveLength(3);
    expect(branch.findIndex(({ type }) => type === "snapshot")).toBeLessThan(
      branch.findIndex(({ type }) => type === "tool_result"),
    );
    expect(told[1]).toContain("Edited a.ts (+1 −1).");
    expect(told[1]).toContain("b.ts was not edited (not_found)");
    // The model writes them in words: it is told how, and of no tool.
    expect(told[0]).toContain("<<<<<<< SEARCH");
    expect(told[0]).not.toContain('"name":"edit"');
    expect(again).toEqual({ identical: true, steps: 2 });
  });

  test("EDIT-3 (part): a rule about one file stops its edit and no other", async () => {
    const rules = { deny: ["edit(a.ts)"] };
    const { a, c, told } = await inWords([say(several), say("done")], { rules });
    expect({ a, c }).toEqual({ a: "one\nrest\n", c: "new\n" });
    expect(told[1]).toContain("Blocked: The rule edit(a.ts) forbids it.");
  });

  test("EDIT-3 (part): what is broken is told and changes nothing; a forced summary asks for nothing", async () => {
    const cut = "a.ts\n<<<<<<< SEARCH\none\n=======\ntwo\n";
    const broken = await inWords([say(cut), say("sorry")]);
    expect(broken.told[1]).toContain("The block has no >>>>>>> REPLACE line.");
    expect(broken.a).toBe("one\nrest\n");
    expect(broken.again).toMatchObject({ identical: true });
    const look = call("read", { path: "a.ts" });
    const summed = await inWords([look, say(several)], { maxSteps: 1 });
    expect(summed.a).toBe("one\nrest\n");
    expect(summed.c).toBeNull();
  });

  test("EDIT-3 (part): nothing is applied in plan mode, in chat, or without tools", async () => {
    const plan = await inWords([say(several), say("ok")], { mode: "plan" });
    expect(plan.told[1]).toContain("edit was not run: in plan mode nothing may be changed.");
    const chat = await inWords([say(several)], { mode: "chat" });
    const none = await inWords([say(several)], { tools: false });
    expect([plan.a, chat.a, none.a]).toEqual(Array.from({ length: 3 }, () => "one\nrest\n"));
  });
});

describe("EDIT-9 (part): edits in words wait for the user", () => {
  const two = say(`${block("a.ts", "one\n", "two\n")}\n${block("b.ts", "one\n", "two\n")}`);

  test("EDIT-9 (part): in review they queue, and /apply and /discard act on them", async () => {
    const { approve, asked } = answering([]);
    const { told, a, b, branch, again } = await inWords(
      [two, say("They wait."), say("I see.")],
      {
        approve,
        yes: false,
        after: async (live, prompt) => {
          if (prompt !== 0) return;
          expect(live.queuedEdits().map(({ id, path }) => `${id} ${path}`)).toEqual([
            "1 a.ts",
            "2 b.ts",
          ]);
          const { signal } = new AbortController();
          expect(await live.applyEdits("1", signal)).toMatchObject([{ status: "applied" }]);
          expect(await live.discardEdits("b.ts")).toMatchObject([{ id: 2 }]);
          expect(live.queuedEdits()).toEqual([]);
        },
      },
      ["go", "and?"],
    );
    expect(asked).toEqual([]);
    expect({ a, b }).toEqual({ a: "two\nrest\n", b: "one\n" });
    expect(told[1]).toContain("it waits for the user as edit 1 (/apply 1 or /discard 1)");
    expect(told[2]).toContain("The user applied edits that were waiting:\\n- a.ts: applied");
    expect(told[2]).toContain("The user discarded edits that were waiting:\\n- b.ts");
    expect(branch.some(({ type }) => type === "snapshot")).toBe(true);
    expect(again).toMatchObject({ identical: true });
  });

  test("EDIT-9 (part): what waits is there when the session goes on; a deny rule holds for /apply", async () => {
    await using server = await startScriptedServer([two, say("They wait."), say("ok")]);
    await using home = await tempWorkspace({ "work/a.ts": "one\nrest\n", "work/b.ts": "one\n" });
    const rig: RigInput = { server, home, settings: BLOCKS };
    const { approve } = answering([]);
    const { id } = await talk(rig, ["go"], { approve, yes: false });
    await talk(rig, ["so?"], {
      id,
      approve,
      yes: false,
      rules: { deny: ["edit(b.ts)"] },
      after: async (live) => {
        const results = await live.applyEdits("", new AbortController().signal);
        expect(results.map(({ status }) => status)).toEqual(["applied", "error"]);
        expect(results[1]?.message).toContain("The rule edit(b.ts) forbids it.");
      },
    });
    expect(await home.read("work/a.ts")).toBe("two\nrest\n");
    expect(await home.read("work/b.ts")).toBe("one\n");
  });

  test("EDIT-9 (part): with nobody there they are denied like any edit; at auto they are applied", async () => {
    const alone = await inWords([two, say("no")], { yes: false });
    expect(alone.told[1]).toContain("approval was needed and nobody was there");
    expect(alone.a).toBe("one\nrest\n");
    const auto = await inWords([two, say("done")], { yes: false, trust: "auto" });
    expect({ a: auto.a, b: auto.b }).toEqual({ a: "two\nrest\n", b: "two\n" });
  });
});

describe("EDIT-8: live previews", () => {
  const previews = (events: readonly AgentEvent[]) =>
    events.flatMap((event) => (event.type === "edit.previewed" ? [event] : []));

  test("EDIT-8: the diff of an edit is told while it comes in and before it is applied", async () => {
    await using server = await startScriptedServer([REPLACE, say("done")]);
    await using home = await tempWorkspace({ "work/a.ts": "one\nrest\n" });
    const gate = Promise.withResolvers<void>();
    const { events } = await talk({ server, home }, ["go"], {
      yes: false,
      approve: async () => {
        await gate.promise;
        return yes("once");
      },
      onEvent: (event) => {
        if (event.type === "edit.previewed" && event.whole) gate.resolve();
      },
    });
    const last = previews(events).at(-1);
    expect(last).toMatchObject({ name: "edit", whole: true, files: [{ name: "a.ts" }] });
    expect(last?.files[0]?.diff).toContain("-one\n+two\n");
    const at = (type: AgentEvent["type"]) => events.findIndex((event) => event.type === type);
    expect(at("edit.previewed")).toBeGreaterThan(at("call.delta"));
    expect(events.findLastIndex(({ type }) => type === "edit.previewed")).toBeLessThan(
      at("tool.started"),
    );
    const finished = events.find(({ type }) => type === "tool.finished");
    expect(finished).toMatchObject({
      details: { data: { diff: expect.stringContaining("+two") } },
    });
  });

  test("EDIT-8 (part): nothing is shown of files that may not be edited, and no secret", async () => {
    const key = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
    const edit = (path: string) => call("edit", { path, search: "one", replace: "two" });
    await using server = await startScriptedServer([
      reply(edit("../out.txt"), edit(".env"), edit("a.ts")),
      say("done"),
    ]);
    await using home = await tempWorkspace({
      "out.txt": "one OUTSIDE\n",
      "work/.env": "one CREDENTIAL\n",
      "work/a.ts": `token = "${key}"\none\n`,
    });
    const { events } = await talk({ server, home }, ["go"]);
    const shown = JSON.stringify(previews(events));
    expect(shown).not.toMatch(/OUTSIDE|CREDENTIAL/);
    expect(shown).not.toContain(key);
  });
});
