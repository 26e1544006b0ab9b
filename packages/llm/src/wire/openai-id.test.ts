import { expect, test } from "bun:test";
import { chatCallId, joinCallId, splitCallId } from "./openai-id.ts";

test("PROV-22: a server that wants ids of one length gets them, call and outcome alike", () => {
  expect(chatCallId("gSIMJiOkT", 9)).toBe("gSIMJiOkT");
  const foreign = chatCallId("call_abc|fc_def", 9);
  expect(foreign).toMatch(/^[a-z0-9]{9}$/);
  expect(chatCallId("call_abc|fc_def", 9)).toBe(foreign);
  expect(chatCallId("call_abc|fc_deg", 9)).not.toBe(foreign);
  expect(chatCallId("call_abc", undefined)).toBe("call_abc");
});

test("PROV-9: a call id carries both ids of a Responses call", () => {
  expect(joinCallId("call_1", "fc_2")).toBe("call_1|fc_2");
  expect(splitCallId("call_1|fc_2")).toEqual({ callId: "call_1", itemId: "fc_2" });
  expect(splitCallId("toolu_9")).toEqual({ callId: "toolu_9", itemId: "" });
});
