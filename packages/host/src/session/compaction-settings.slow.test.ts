import { expect, test } from "bun:test";
import { COMPACTION_DEFAULTS } from "@squire/agent";
import type { AgentEvent } from "@squire/protocol";
import type { PreListener } from "@squire/session";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { talk } from "./testing/live-rig.ts";
import { load } from "../settings/testing/load.ts";

test("CMP-17: the settings and their defaults", async () => {
  const { settings } = await load({});
  const { compaction, branchSummary } = settings;
  expect(compaction).toMatchObject({
    enabled: true,
    reserveTokens: 16_384,
    keepRecentTokens: 20_000,
    autoContinue: true,
  });
  expect(compaction.remoteEndpoint ?? "").toBe("");
  expect(branchSummary).toMatchObject({ enabled: false, reserveTokens: 16_384 });
  const { enabled, reserveTokens, keepRecentTokens, autoContinue } = COMPACTION_DEFAULTS;
  expect(compaction).toMatchObject({ enabled, reserveTokens, keepRecentTokens, autoContinue });
});

const PROMPTS = ["Write a lot.", "more", "more still", "next question"];

/** A session that fills its window, with these settings. */
async function filled(settings: string, before?: readonly PreListener[]) {
  const long = "word ".repeat(6_000);
  await using server = await startScriptedServer(({ json }) => {
    const text = JSON.stringify(json);
    if (!text.includes('"tools"')) return say("They talked about words.");
    return text.includes("next question")
      ? say("short answer")
      : say(long, { usage: { input: 9_000, output: 8_000 } });
  });
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig = { server, home, window: 30_000, settings };
  const { events } = await talk(rig, PROMPTS, before === undefined ? {} : { before });
  const named = (type: AgentEvent["type"]) => events.filter((event) => event.type === type);
  return { named, bodies: server.requests.map(({ bodyText }) => bodyText) };
}

test("CMP-17: enabled = false leaves a full session alone", async () => {
  const { named, bodies } = await filled("[compaction]\nenabled = false\n");
  expect(named("compaction.started")).toEqual([]);
  expect(bodies).toHaveLength(PROMPTS.length);
});

test("CMP-17: auto_continue decides whether the task goes on by itself", async () => {
  const on = await filled("");
  const off = await filled("[compaction]\nauto_continue = false\n");
  expect(on.named("compaction.finished").length).toBeGreaterThan(0);
  expect(off.named("compaction.finished").length).toBeGreaterThan(0);
  expect(on.named("turn.started").length).toBeGreaterThan(PROMPTS.length);
  expect(off.named("turn.started")).toHaveLength(PROMPTS.length);
});

/** Small turns until the first compaction; gives the tokens before and after it. */
async function firstCompaction(settings: string) {
  await using server = await startScriptedServer(({ json }) => {
    const text = JSON.stringify(json);
    // About as many tokens as a vendor would count.
    const usage = { input: Math.ceil(text.length / 5), output: 1_000 };
    return text.includes('"tools"') ? say("word ".repeat(1_000), { usage }) : say("Words.");
  });
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const prompts = Array.from({ length: 16 }, (_, at) => `question ${at}`);
  const { events } = await talk({ server, home, window: 30_000, settings }, prompts);
  const found = events.find(({ type }) => type === "compaction.finished");
  if (found?.type !== "compaction.finished") throw new Error("It was never compacted.");
  return { before: found.tokensBefore, after: found.tokensAfter ?? 0 };
}

test("CMP-17: keep_recent_tokens and reserve_tokens decide how much stays, and when", async () => {
  const keeping = (tokens: number) =>
    firstCompaction(`[compaction]\nkeep_recent_tokens = ${tokens}\n`);
  const [little, much] = [await keeping(1_000), await keeping(7_000)];
  expect(much.after - little.after).toBeGreaterThan(3_000);
  const late = await firstCompaction(
    "[compaction]\nkeep_recent_tokens = 1000\nreserve_tokens = 12000\n",
  );
  expect(late.before - little.before).toBeGreaterThan(2_000);
});

test("SES-8: who listens may cancel a compaction, or write it", async () => {
  const heard: string[] = [];
  const closed: PreListener = (event) => {
    heard.push(event.type);
    return { cancel: true, reason: "Keep all of it." };
  };
  const kept = await filled("", [closed]);
  expect(new Set(heard)).toEqual(new Set(["before_compact"]));
  expect(kept.named("compaction.finished")).toEqual([]);
  expect(kept.named("compaction.failed")[0]).toMatchObject({
    failure: { message: expect.stringContaining("Keep all of it.") },
  });
  const writer: PreListener = () => ({ compaction: { summary: "Words, briefly." } });
  const written = await filled("", [writer]);
  expect(written.named("compaction.finished").length).toBeGreaterThan(0);
  expect(written.bodies.at(-1)).toContain("Words, briefly.");
  expect(written.bodies.some((body) => !body.includes('"tools"'))).toBe(false);
});
