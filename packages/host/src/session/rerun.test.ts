import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { buildTree } from "@squire/session/testing";
import { call, fail, reply, say, startScriptedServer, tempWorkspace, think } from "@squire/testkit";
import type { ServerScript } from "@squire/testkit";
import { hostFor, readBack, rerun, talk } from "./testing/live-rig.ts";
import type { Opening, RigInput } from "./testing/live-rig.ts";
import { rerunSession } from "./rerun.ts";

type Story = (rig: RigInput) => Promise<string>;

/** Plays a story against a scripted server, then plays its log again; gives what the log holds. */
async function replays(script: ServerScript, story: Story, window?: number) {
  await using server = await startScriptedServer(script);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig = { server, home, ...(window === undefined ? {} : { window }) };
  const id = await story(rig);
  server.assertDone();
  const asked = server.requests.length;
  const branch = (await readBack(rig, id)).tree.branch();
  const turns = branch.filter((entry) => entry.type === "request_sent" && entry.kind === "turn");
  expect(await rerun(rig, id)).toEqual({ identical: true, steps: turns.length });
  expect(server.requests).toHaveLength(asked);
  return branch;
}

/** Acts at the first event that fits. */
const once = (when: (event: AgentEvent) => boolean, act: Opening["onEvent"]): Opening => {
  let done = false;
  return {
    onEvent: (event, live) => {
      if (done || !when(event)) return;
      done = true;
      act?.(event, live);
    },
  };
};

test("TRN-5: openings with other modes, models, thinking, instructions and tools play again", async () => {
  const script = [
    reply(think("hm", { signature: "s" }), call("read", { path: "a.txt" })),
    say("in code"),
    call("write", { path: "b.txt", content: "x" }),
    say("planned"),
    call("read", { path: "a.txt" }),
    say("chatted"),
    reply(say("so"), call("bash", { command: "echo $$" })),
    say("by the other"),
    say("thought"),
    say("told more"),
    say("no tools"),
  ];
  await replays(script, async (rig) => {
    const { id } = await talk(rig, ["one"]);
    await talk(rig, ["two"], { id, mode: "plan" });
    await talk(rig, ["three"], { id, mode: "chat" });
    await talk(rig, ["four"], { id, mode: "code", model: "other/n" });
    await talk(rig, ["five"], { id, thinking: "high" });
    await talk(rig, ["six"], { id, appendSystem: "Be brief." });
    await talk(rig, ["seven"], { id, tools: false });
    return id;
  });
});

test("TRN-5: steering, what follows and what replaces plays again at its place", async () => {
  const script = [
    reply(call("bash", { command: "touch u" }), call("read", { path: "a.txt" })),
    say("heard"),
    say("followed"),
    say("long answer that is replaced", { deltaSize: 1 }),
    say("replaced"),
  ];
  const branch = await replays(script, async (rig) => {
    const started = (event: AgentEvent): boolean => event.type === "tool.started";
    const { id } = await talk(rig, ["one"], {
      ...once(started, (_event, live) => {
        void live().agent.steer(userText("listen"));
        void live().agent.followUp(userText("later"));
      }),
    });
    await talk(rig, ["two"], {
      id,
      ...once(
        ({ type }) => type === "text.delta",
        (_event, live) => void live().agent.replace(userText("rather this")),
      ),
    });
    return id;
  });
  const endings = branch.flatMap((e) => (e.type === "tool_result" ? [e.details.ending] : []));
  expect(endings).toEqual(["ran", "interrupted"]);
});

test("TRN-5: turns that were stopped in a reply, in a call or between calls play again", async () => {
  const script = [
    say("a long answer that is stopped", { deltaSize: 1 }),
    reply(
      call("bash", { command: "touch t; echo begun; sleep 30" }),
      call("read", { path: "a.txt" }),
    ),
    reply(call("read", { path: "a.txt" }), call("bash", { command: "touch u" })),
    say("back"),
  ];
  const stop: Opening["onEvent"] = (_event, live) => void live().agent.abort();
  const branch = await replays(script, async (rig) => {
    const { id } = await talk(
      rig,
      ["one"],
      once(({ type }) => type === "text.delta", stop),
    );
    const running = once(({ type }) => type === "tool.updated", stop);
    await talk(rig, ["two"], { id, ...running });
    const ended = once(({ type }) => type === "tool.finished", stop);
    await talk(rig, ["three", "four"], { id, ...ended });
    return id;
  });
  const endings = branch.flatMap((e) => (e.type === "tool_result" ? [e.details.ending] : []));
  expect(endings).toEqual(["aborted", "interrupted", "ran", "interrupted"]);
});

test("TRN-5: failures, limits, refusals and nonsense play again", async () => {
  const script = [
    fail("bad_request", "no"),
    reply(
      call("reed", { path: "a.txt" }),
      call("read", '{"path": "a.t'),
      call("read", { path: 5 }),
    ),
    call("read", { path: "a.txt" }),
    say("summed up"),
    call("write", { path: "b.txt", content: "x" }),
    say("not allowed"),
    say(""),
    say("after the nudge"),
  ];
  const branch = await replays(script, async (rig) => {
    const { id } = await talk(rig, ["one"]);
    await talk(rig, ["two"], { id, maxSteps: 2 });
    await talk(rig, ["three"], { id, yes: false });
    await talk(rig, ["four"], { id });
    return id;
  });
  expect(branch.filter((e) => e.type === "message" && e.forcedSummary === true)).toHaveLength(1);
  expect(branch.filter((e) => e.type === "approval" && e.state === "denied")).toHaveLength(1);
});

test("TRN-5: a compaction in the middle of a turn, at its end, and a full window play again", async () => {
  const long = "word ".repeat(3_000);
  let overflown = false;
  let reads = 0;
  const branch = await replays(
    ({ bodyText }) => {
      if (!bodyText.includes('"tools"')) return say("They talked about words.");
      if (bodyText.includes("overflow now") && !overflown) {
        overflown = true;
        return fail("overflow", "prompt is too long: 99999 tokens > 30000 maximum");
      }
      if (bodyText.includes("and go on")) return say("gone on");
      if (bodyText.includes("fill it")) return call("read", { path: `${++reads}.txt` });
      return say(long, { usage: { input: 9_000, output: 8_000 } });
    },
    async (rig) => {
      for (let n = 1; n < 20; n++) await rig.home.write(`work/${n}.txt`, `${n} ${long}`);
      const { id } = await talk(rig, ["one", "two", "three"]);
      await talk(rig, ["overflow now"], { id });
      await talk(rig, ["fill it"], { id });
      await talk(rig, ["and go on"], { id });
      return id;
    },
    30_000,
  );
  const reasons = branch.flatMap((e) => (e.type === "compaction" ? [e.reason] : []));
  expect(reasons).toContain("overflow");
  expect(reasons).toContain("threshold");
  expect(branch.filter((e) => e.type === "message" && e.forcedSummary === true)).toHaveLength(1);
});

test("TRN-5: a session killed after any of its entries goes on, and plays again", async () => {
  const turn = [
    reply(call("read", { path: "a.txt" }), call("bash", { command: "touch u" })),
    say("done"),
  ];
  await using server = await startScriptedServer(({ bodyText }) => {
    if (bodyText.includes("go on")) return say("went on");
    return turn[bodyText.includes("tool_result") ? 1 : 0] ?? say("");
  });
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig = { server, home };
  const { id } = await talk(rig, ["one"]);
  const file = (await home.list()).find((path) => path.includes(id) && path.endsWith(".jsonl"));
  const lines = (await home.read(file ?? "")).trimEnd().split("\n");
  for (let kept = 2; kept <= lines.length; kept++) {
    await home.write(file ?? "", `${lines.slice(0, kept).join("\n")}\n`);
    await talk(rig, ["go on"], { id });
    expect([kept, (await rerun(rig, id)).firstDifference]).toEqual([kept, undefined]);
  }
  expect(lines.length).toBeGreaterThan(9);
});

test("TRN-5: a loop that goes another way is found (planted twins)", async () => {
  await using server = await startScriptedServer([
    call("read", { path: "a.txt" }),
    say("done"),
    say("more"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig = { server, home };
  const { id } = await talk(rig, ["one", "two"]);
  const recorded = await readBack(rig, id);
  const branch = recorded.tree.branch();
  const without = (drop: (type: string, at: number) => boolean) => {
    const kept = branch.filter(({ type }, at) => !drop(type, at));
    return { ...recorded, tree: buildTree(kept.map((value) => ({ kind: "known", value }))) };
  };
  const host = await hostFor(rig);
  const lastRequest = branch.findLastIndex(({ type }) => type === "request_sent");
  const outcome = branch.findIndex(({ type }) => type === "tool_result");
  const firstReply = branch.findIndex(
    (e) => e.type === "message" && e.message.role === "assistant",
  );
  // A request that the record does not have, after an answer.
  const unanswered = without((_type, at) => at > firstReply && at < lastRequest - 1);
  expect((await rerunSession(host, unanswered)).identical).toBe(false);
  // An outcome less: the next request differs.
  const lost = await rerunSession(
    host,
    without((_type, at) => at === outcome),
  );
  expect(lost.firstDifference?.step).toBe(2);
});
