import { expect, test } from "bun:test";
import type { EntryDraft } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession, outcome } from "../testing/talk.ts";
import { whyCommand } from "./why.ts";

const decision = {
  verdict: "ask",
  trail: [
    { stage: "rule", verdict: null, reason: "no rule matches" },
    {
      stage: "trust",
      verdict: "ask",
      reason: "review asks for shell",
      rule: "bash(*)",
      origin: "config.toml:3",
    },
  ],
  suggestedRule: "bash(npm test)",
} as const;

const TALK: readonly EntryDraft[] = [
  asked("go"),
  answered("", "c1"),
  {
    type: "approval",
    state: "asked",
    decision,
    request: {
      approvalId: "a1",
      callId: "c1",
      toolName: "bash",
      summary: "npm test",
      details: [],
      risk: "high",
      reason: "review asks for shell",
      covers: "0".repeat(64),
    },
  },
  {
    type: "approval",
    state: "answered",
    approvalId: "a1",
    callId: "c1",
    answer: { verdict: "approve", scope: "once", by: "terminal" },
  },
  {
    type: "tool_started",
    callId: "c1",
    name: "bash",
    effect: "execute",
    summary: "npm test",
    argsHash: "0".repeat(64),
    decision,
    sandbox: "bubblewrap, no network",
  },
  outcome("c1", "ok"),
];

test("PERM-13: why shows trail, rule with its place, answer and sandbox", async () => {
  await using home = await tempWorkspace();
  const sessionId = await madeSession(home, TALK);
  const io = ioIn(home);
  expect(await whyCommand(invoke("why", "c1"), io)).toBe(0);
  for (const part of [
    "decided: ask",
    "no rule matches",
    "[bash(*) config.toml:3]",
    "rule that would allow it: bash(npm test)",
    "answered: yes, once, by terminal",
    "sandbox   bubblewrap, no network",
  ]) {
    expect(io.out()).toContain(part);
  }
  const json = ioIn(home);
  expect(await whyCommand(invoke("why", "c1", "--json"), json)).toBe(0);
  expect(JSON.parse(json.out())).toMatchObject({
    sessionId,
    callId: "c1",
    decision,
    ending: "ran",
  });
});

test("PERM-13: a call that nobody knows is said to be unknown", async () => {
  await using home = await tempWorkspace();
  await madeSession(home, TALK);
  const io = ioIn(home);
  expect(await whyCommand(invoke("why", "c9"), io)).toBe(2);
  expect(io.err()).toContain("no call c9");
});
