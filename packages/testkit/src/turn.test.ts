import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { fakeIds } from "./fake-ids.ts";
import { call, fail, hang, pieces, playTurn, reply, say, think } from "./turn.ts";

test("a reply joins its parts and takes the ending of the last", () => {
  const turn = reply(
    think("hm", { signature: "s" }),
    say("Look:", { deltaSize: 2, usage: { input: 1, output: 2 } }),
    call("grep", { pattern: "x" }, { id: "c9" }),
    call("ls", '{"broken'),
  );

  expect(playTurn(turn, fakeIds("call"))).toEqual({
    blocks: [
      { type: "thinking", text: "hm", signature: "s" },
      { type: "text", text: "Look:" },
      { type: "call", id: "c9", idGiven: true, name: "grep", argsText: '{"pattern":"x"}' },
      { type: "call", id: "call_1", idGiven: false, name: "ls", argsText: '{"broken' },
    ],
    ending: { type: "finish", reason: "calls" },
    usage: { input: 1, output: 2, cacheRead: null, cacheWrite: null, reasoning: null, total: 3 },
    deltaSize: 2,
  });
});

test("a finish reason is what the script says, else what the blocks say", () => {
  const reason = (turn: ReturnType<typeof say>) => playTurn(turn, fakeIds("call")).ending;

  expect(reason(say("x"))).toEqual({ type: "finish", reason: "stop" });
  expect(reason(say("x", { finish: "length" }))).toEqual({ type: "finish", reason: "length" });
  expect(reason(reply(say("x", { finish: "length" }), call("ls")))).toEqual({
    type: "finish",
    reason: "length",
  });
  expect(reason(reply())).toEqual({ type: "finish", reason: "stop" });
  expect(reason(reply(say("x"), hang()))).toEqual({ type: "hang" });
});

test("a failure is retryable by its kind unless the script says otherwise", () => {
  expect(fail("rate_limit", "slow").ending).toMatchObject({ failure: { retryable: true } });
  expect(fail("auth", "no", { status: 401 }).ending).toEqual({
    type: "fail",
    failure: { kind: "auth", message: "no", retryable: false, status: 401 },
  });
  expect(fail("auth", "no", { retryable: true }).ending).toMatchObject({
    failure: { retryable: true },
  });
});

test("nothing can follow a failure in a reply", () => {
  expect(() => reply(fail("network", "cut"), say("x"))).toThrow("Only the last part");
  expect(() => reply(hang(), say("x"))).toThrow("hang");
});

test("deltas join to the text and cut no character in half", () => {
  const unit = fc.constantFrom("a", "\n", "ü", "€", "😀", "\u{10ffff}");
  fc.assert(
    fc.property(fc.string({ unit }), fc.integer({ min: 1, max: 9 }), (text, size) => {
      const cut = pieces(text, size);
      expect(cut.join("")).toBe(text);
      expect(cut.every((piece) => piece.isWellFormed())).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(() => pieces("x", 0)).toThrow("at least one character");
});
