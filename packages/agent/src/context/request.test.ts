import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { AssistantMessage, CallBlock, Message } from "@squire/protocol";
import * as fc from "fast-check";
import { historyFaults } from "../loop/testing/history-faults.ts";
import { healPairs, pairHealer } from "./heal.ts";
import { Prefix } from "./prefix.ts";
import { requestComposer } from "./request.ts";

const origin = { provider: "p", wire: "w", model: "m" };
const callOf = (id: string): CallBlock => ({ type: "call", id, name: "look", argsText: '{"a":1}' });
const replyOf = (text: string, ...ids: readonly string[]): AssistantMessage => ({
  role: "assistant",
  content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...ids.map(callOf)],
  origin,
});
const outcomeOf = (callId: string, failed = false): Message => ({
  role: "tool",
  callId,
  name: "look",
  failed,
  content: [{ type: "text", text: `result of ${callId}` }],
});

test("LOOP-1: a request is prefix and log view, and nothing else", () => {
  const tools = [{ name: "look", description: "", parameters: {} }];
  const prefix = new Prefix({ system: "S", tools, fewShots: [userText("e.g."), replyOf("ok")] });
  const messages = [userText("hi")];
  const parts = { model: "m", prefix: prefix.view(), messages, options: { cacheKey: "s1" } };
  const { request } = requestComposer()(parts);
  expect(request).toEqual({
    model: "m",
    system: "S",
    tools,
    cacheKey: "s1",
    messages: [userText("e.g."), replyOf("ok"), userText("hi")],
  });
  expect(JSON.stringify(requestComposer()(parts).request)).toBe(JSON.stringify(request));
  expect(Object.keys(request).at(-1)).toBe("messages");
});

test("LOOP-10: calls without all outcomes and outcomes without calls are dropped and counted", () => {
  const fine = [userText("a"), replyOf("", "1", "2"), outcomeOf("2"), outcomeOf("1"), replyOf("b")];
  expect(healPairs(fine)).toEqual({ messages: fine, droppedCalls: 0, droppedOutcomes: 0 });
  expect(healPairs(fine).messages).toBe(fine);
  const broken = [
    userText("a"),
    outcomeOf("0"),
    replyOf("half", "1", "2"),
    outcomeOf("1"),
    userText("b"),
    replyOf("", "3"),
    outcomeOf("3"),
    outcomeOf("3"),
    replyOf("", "4"),
  ];
  expect(healPairs(broken)).toEqual({
    messages: [userText("a"), replyOf("half"), userText("b"), replyOf("", "3"), outcomeOf("3")],
    droppedCalls: 3,
    droppedOutcomes: 3,
  });
});

test("LOOP-10: whatever the messages, no call is left without its outcome", () => {
  const id = fc.constantFrom("1", "2", "3");
  const message = fc.oneof(
    fc.constant(userText("u")),
    fc.uniqueArray(id, { maxLength: 3 }).map((ids) => replyOf("r", ...ids)),
    id.map((callId) => outcomeOf(callId)),
  );
  const onlyPairs = (fault: string): boolean => /outcome/.test(fault);
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
      expect(historyFaults(healPairs(messages).messages).filter(onlyPairs)).toEqual([]);
      const heal = pairHealer();
      for (let length = 0; length <= messages.length; length++) {
        const part = messages.slice(0, length);
        expect(heal(part)).toEqual(healPairs(part));
      }
      expect(heal(messages.toReversed())).toEqual(healPairs(messages.toReversed()));
    }),
    { numRuns: 500 },
  );
});

test("C11: without tools, calls and outcomes are told in words, the same each time", () => {
  const compose = requestComposer();
  const prefix = new Prefix({ system: "", tools: [] }).withoutTools();
  const thinking: AssistantMessage = {
    ...replyOf("I look.", "1"),
    content: [{ type: "thinking", text: "hm", opaque: "sig" }, ...replyOf("I look.", "1").content],
  };
  const messages = [userText("a"), thinking, outcomeOf("1", true)];
  const parts = { model: "m", prefix, messages, options: {} };
  const { request } = compose(parts);
  expect(request.messages).toEqual([
    userText("a"),
    {
      ...replyOf("I look."),
      content: [
        { type: "text", text: "I look." },
        { type: "text", text: '[called look with {"a":1}]' },
      ],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "[look failed:]" },
        { type: "text", text: "result of 1" },
      ],
    },
  ]);
  const again = compose({ ...parts, messages: [...messages, replyOf("b")] }).request.messages;
  expect(again.slice(0, 3)).toEqual([...request.messages]);
  expect(again[1]).toBe(request.messages[1] ?? again[0]);
  expect("system" in request).toBe(false);
});
