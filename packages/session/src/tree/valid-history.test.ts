import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { AssistantContent, Message } from "@squire/protocol";
import { call, ORIGIN } from "../testing/drafts.ts";
import { lostOutcome } from "./history.ts";
import { validHistory } from "./valid-history.ts";

const reply = (...content: readonly AssistantContent[]): Message => ({
  role: "assistant",
  content,
  origin: ORIGIN,
});
const text = (words: string): AssistantContent => ({ type: "text", text: words });
const outcome = (id: string): Message => lostOutcome(call(id));

test("a sound history has no faults", () => {
  expect(validHistory([])).toEqual([]);
  expect(
    validHistory([
      userText("a"),
      userText("b"),
      reply(text("c"), call("1"), call("2")),
      outcome("2"),
      outcome("1"),
      reply(text("d")),
      userText("e"),
    ]),
  ).toEqual([]);
});

test.each<[string, readonly Message[]]>([
  ["0: does not begin with user", [reply(text("a"))]],
  ["2: a reply follows a reply", [userText("a"), reply(text("b")), reply(text("c"))]],
  ["1: the call 1 has no outcome", [userText("a"), reply(call("1")), userText("b")]],
  ["1: the call 2 has no outcome", [userText("a"), reply(call("1"), call("2")), outcome("1")]],
  ["1: an orphan outcome", [userText("a"), outcome("1")]],
  ["3: an orphan outcome", [userText("a"), reply(call("1")), outcome("1"), outcome("1")]],
  [
    "3: the call id 1 was used before",
    [userText("a"), reply(call("1")), outcome("1"), reply(call("1")), outcome("1")],
  ],
  ["0: an empty user message", [userText(" ")]],
  ["1: an empty reply", [userText("a"), reply({ type: "thinking", text: "hm" })]],
  ["1: a call without an id", [userText("a"), reply(call("")), outcome("")]],
  ["1: a call without a name", [userText("a"), reply(call("1", "")), lostOutcome(call("1", ""))]],
  ["2: an orphan outcome", [userText("a"), reply(call("1")), lostOutcome(call("1", "other"))]],
])("it finds: %s", (fault, messages) => {
  expect(validHistory(messages)).toContain(fault);
});
