import { describe, expect, test } from "bun:test";
import { memoryDisk, rejectionOf } from "@squire/testkit";
import * as fc from "fast-check";
import {
  assistant,
  branchOf,
  HASH_A,
  HASH_B,
  outcome,
  paid,
  request,
  user,
} from "../exchange/testing/branch.ts";
import { parseTranscript, readTranscript } from "./read-transcript.ts";
import { encodeTranscript } from "./record.ts";
import { toTranscript } from "./to-transcript.ts";

const branch = branchOf(
  user("list the\nfiles"),
  request("r1"),
  assistant({ text: "Looking.", calls: [["c1", "ls", { path: "." }]] }),
  paid(0.02, { requestId: "r1", inputUsd: 0.015 }),
  outcome("c1", "ls", "a.txt"),
  request("r2", HASH_B),
  paid(0.01, { requestId: "r2" }),
  assistant({ text: "One file: a.txt" }),
  { type: "custom", customType: "harvest", data: { subgoals: ["one", "two"] } },
  paid(0.001, { kind: "title" }),
  user("and now?"),
  assistant({ text: "part", status: "aborted", calls: [["c2", "bash", "{broken"]] }),
);

describe("toTranscript", () => {
  const { meta, records } = toTranscript(branch, { source: "s1" });

  test("TRN-1: begins with what it is about", () => {
    expect(meta).toEqual({
      role: "_meta",
      version: 1,
      source: "s1",
      model: "mock/m1",
      prefixHash: HASH_A,
      task: "list the files",
      startedAt: "2030-01-02T03:04:05.000Z",
    });
  });

  test("TRN-1: has a record for everything that was said, done and paid, by turn", () => {
    expect(records.map(({ turn, role, content }) => [turn, role, content])).toEqual([
      [1, "user", "list the\nfiles"],
      [1, "assistant", "Looking."],
      [1, "tool", "a.txt"],
      [1, "assistant", "One file: a.txt"],
      [1, "usage", "title"],
      [2, "user", "and now?"],
      [2, "assistant", "part"],
      [2, "tool", ""],
    ]);
  });

  test("TRN-6: each reply has its cost and its prefix, wherever its usage stands", () => {
    const replies = records.filter(({ role }) => role === "assistant");
    expect(replies.map(({ cost, inputCost, prefixHash }) => [cost, inputCost, prefixHash])).toEqual(
      [
        [0.02, 0.015, HASH_A],
        [0.01, undefined, HASH_B],
        [undefined, undefined, HASH_B],
      ],
    );
    expect(replies[0]?.usage).toMatchObject({ input: 1000, cacheRead: 800 });
  });

  test("TRN-1: calls keep their arguments, also broken ones and those without an outcome", () => {
    const calls = records.filter(({ role }) => role === "tool");
    expect(calls.map(({ tool, args, error }) => [tool, args, error])).toEqual([
      ["ls", { path: "." }, undefined],
      ["bash", "{broken", "no result was recorded"],
    ]);
  });

  test("TRN-1: carries what was harvested, and the error of a reply that was cut", () => {
    expect(records[3]?.planState).toEqual({ subgoals: ["one", "two"] });
    expect(records[6]?.error).toBe("aborted");
  });

  test("SEC-1: every text goes through the filter for secrets", () => {
    const secret = branchOf(
      user("my key is hunter22"),
      assistant({ text: "hunter22", calls: [["c", "bash", { hunter22: ["hunter22"] }]] }),
      outcome("c", "bash", "hunter22"),
    );
    const redact = (text: string): string => text.replaceAll("hunter22", "[hidden]");
    const text = encodeTranscript(toTranscript(secret, { redact }));
    expect(text).not.toContain("hunter22");
    expect(text.match(/\[hidden\]/g)).toHaveLength(6);
  });
});

describe("reading", () => {
  test("TRN-2: what was written is read back the same", () => {
    const transcript = toTranscript(branch);
    expect(parseTranscript(encodeTranscript(transcript))).toEqual(transcript);
  });

  test("TRN-2: empty and malformed lines are skipped and counted", () => {
    const good = { ts: "2030-01-01T00:00:00Z", turn: 1, role: "user", content: "hi" };
    const lines = [
      "",
      "nonsense",
      "[1,2]",
      "null",
      '{"ts":1,"turn":1,"role":"user","content":"x"}',
      '{"ts":"t","turn":-1,"role":"user","content":"x"}',
      "[".repeat(200_000),
      `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      JSON.stringify({ ...good, usage: "much", cost: "free", args: null, model: 7, extra: true }),
    ];
    const { meta, records, skipped } = parseTranscript(lines.join("\r\n"));
    expect(meta).toBeNull();
    expect(records).toEqual([good]);
    expect(skipped).toBe(7);
  });

  test("TRN-2: a field that hides in a prototype is no field", () => {
    const line = '{"ts":"t","turn":1,"role":"user","__proto__":{"content":"x"}}';
    expect(parseTranscript(line).records).toEqual([]);
  });

  test("TRN-2: only the disk can make it fail", async () => {
    const disk = memoryDisk();
    expect(await rejectionOf(readTranscript(disk, "/absent.jsonl"))).toMatchObject({
      code: "ENOENT",
    });
    const file = await disk.open("/t.jsonl", "w");
    const long = { ts: "t", turn: 1, role: "user", content: "x".repeat(10_000_000) };
    const bytes = new TextEncoder().encode(`${JSON.stringify(long)}\n\xff\n`);
    await file.append(bytes);
    const { records, skipped } = await readTranscript(disk, "/t.jsonl");
    expect(records[0]?.content.length).toBe(10_000_000);
    expect(skipped).toBe(1);
  });

  test("TRN-2: any text is read without throwing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
        parseTranscript(lines.join("\n"));
      }),
      { numRuns: 300 },
    );
  });
});
