import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession, TALK } from "../testing/talk.ts";
import { diffCommand, replayCommand } from "./transcripts.ts";

function lines(answer: string): string {
  const meta = { role: "_meta", version: 1, source: "test", startedAt: "2030-01-01T00:00:00Z" };
  const record = { ts: "2030-01-01T00:00:00Z", turn: 1 };
  const said = [
    { ...record, role: "user", content: "what?" },
    { ...record, role: "assistant", content: answer, cost: 0.5 },
  ];
  return [meta, ...said].map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("TRN-3: replays a session and a file, as table, Markdown and JSON", async () => {
  await using home = await tempWorkspace({ "run.jsonl": `${lines("that")}{broken\n` });
  const id = await madeSession(home, TALK);
  const table = ioIn(home);
  expect(await replayCommand(invoke("replay", id), table)).toBe(0);
  expect(table.out()).toMatch(/tool calls +1$/m);
  const file = ioIn(home);
  expect(await replayCommand(invoke("replay", "run.jsonl", "--json"), file)).toBe(0);
  expect(JSON.parse(file.out())).toMatchObject({ turns: 1, costUsd: 0.5 });
  expect(file.err()).toContain("1 line cannot be read");
  const markdown = ioIn(home);
  await replayCommand(invoke("replay", "run.jsonl", "--markdown"), markdown);
  expect(markdown.out()).toStartWith("## Replay\n");
});

test("TRN-4: compares a file with a session and names the first difference", async () => {
  await using home = await tempWorkspace({ "a.jsonl": lines("the answer is a fox") });
  const same = await madeSession(home, [asked("what?"), answered("the answer is a fox")]);
  const other = await madeSession(home, [asked("what?"), answered("zzz")]);
  const match = ioIn(home);
  expect(await diffCommand(invoke("diff", "a.jsonl", same, "--json"), match)).toBe(0);
  expect(JSON.parse(match.out())).toMatchObject({ firstDivergence: null });
  const differs = ioIn(home);
  await diffCommand(invoke("diff", "a.jsonl", other), differs);
  expect(differs.out()).toContain("First divergence: turn 1: answers are");
});

test("TRN-2: what is neither a transcript nor a session is said", async () => {
  await using home = await tempWorkspace({ "notes.txt": "hello\n" });
  const file = ioIn(home);
  expect(await replayCommand(invoke("replay", "notes.txt"), file)).toBe(1);
  expect(file.err()).toContain("is no transcript");
  const nothing = ioIn(home);
  expect(await diffCommand(invoke("diff", "nope", "notes.txt"), nothing)).toBe(2);
  expect(nothing.err()).toContain('There is no session "nope"');
});
