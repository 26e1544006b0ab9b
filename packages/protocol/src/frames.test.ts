import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ERROR_CODES, errorCodeOf } from "./error-codes.ts";
import { parseClientFrame, parseServerFrame } from "./frames.ts";
import { MAX_MESSAGE_BYTES, MAX_SEND_BUFFER_BYTES } from "./limits.ts";
import { parsePush, pushSchemas } from "./push.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";
import { failureCodeSchema } from "./user-failure.ts";

const anyPush = fc.oneof(...Object.values(pushSchemas).map((schema) => arbitraryOf(schema())));

describe("GW-5", () => {
  test.each([
    [{ id: 1, method: "chat.send", params: { sessionKey: "k" } }],
    [{ id: "a", method: "health.check" }],
    [{ id: "a", method: "no.such", params: null, jsonrpc: "2.0" }],
  ])("GW-5: a request is read as it is: %j", (frame) => {
    expect(throughJson(parseClientFrame(frame))).toEqual({ kind: "request", frame });
  });

  test.each([
    ["response", { id: 1, result: { runId: "r" } }],
    ["response", { id: "a", result: null }],
    ["error", { id: 1, error: { code: -32602, message: "no" } }],
    ["error", { id: null, error: { code: -32700, message: "no", data: { code: "invalid" } } }],
    ["push", { event: "chat.delta", data: { runId: "r", text: "t" } }],
    ["unknown", { event: "chat.later", data: 7 }],
  ])("GW-5: a server's %s frame is read as it is", (kind, frame) => {
    expect(throughJson(parseServerFrame(frame))).toEqual({ kind, frame });
  });

  test("GW-3: the first message carries the token, its answer says ok", () => {
    const auth = { type: "auth", token: "t" };
    expect(throughJson(parseClientFrame(auth))).toEqual({ kind: "auth", frame: auth });
    expect(parseClientFrame({ type: "auth" }).kind).toBe("problem");
    const reply = { type: "auth", ok: true };
    expect(throughJson(parseServerFrame(reply))).toEqual({ kind: "auth", frame: reply });
    expect(parseServerFrame({ type: "auth", ok: false }).kind).toBe("problem");
  });

  test("GW-5: a request that cannot be read gives back its id, so that it can be answered", () => {
    expect(parseClientFrame({ id: 7, params: {} })).toMatchObject({ kind: "problem", id: 7 });
    expect(parseClientFrame({ id: "x", method: 5 })).toMatchObject({ kind: "problem", id: "x" });
    expect(parseClientFrame({ id: {}, method: "a" })).toMatchObject({ kind: "problem", id: null });
    expect(parseClientFrame([])).toMatchObject({ kind: "problem", id: null });
  });

  test("GW-5: the codes are those written down, and no two are the same", () => {
    expect(ERROR_CODES).toMatchObject({
      invalidParams: -32602,
      unknownMethod: -32601,
      unauthenticated: -32001,
      busy: -32002,
    });
    const codes = Object.values(ERROR_CODES);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("GW-5: every failure of a method has a code of an error frame", () => {
    const codes = new Set<number>(Object.values(ERROR_CODES));
    for (const code of failureCodeSchema().options) expect(codes.has(errorCodeOf(code))).toBeTrue();
    expect(errorCodeOf("busy")).toBe(-32002);
    expect(errorCodeOf("invalid")).toBe(-32602);
    expect(errorCodeOf("auth")).toBe(ERROR_CODES.failed);
  });

  test("SEC-6: junk frames never throw", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseClientFrame(value).kind).toBeString();
        expect(parseServerFrame(value).kind).toBeString();
      }),
      { numRuns: 300 },
    );
  });
});

describe("GW-7", () => {
  const promised =
    "chat.delta chat.final chat.error exec.approval_request tool.progress chat.thinking tool.start tool.result question session.updated presence";
  const added = "exec.approval_answered session.event session.ended lagged";

  test("GW-7: the pushes are those promised, and four that other rules need", () => {
    const names = `${promised} ${added}`.split(" ");
    expect(Object.keys(pushSchemas).toSorted()).toEqual(names.toSorted());
  });

  test("GW-7: any push survives", () => {
    fc.assert(
      fc.property(anyPush, (value) => {
        expect(throughJson(parsePush(throughJson(value)))).toEqual({
          kind: "known",
          value,
        });
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ["chat.delta", { runId: "r", text: "t" }],
    ["chat.final", { runId: "r", usage: { inputTokens: 1, outputTokens: 2 } }],
    ["chat.final", { runId: "r", usage: { inputTokens: null, outputTokens: null }, aborted: true }],
    ["chat.error", { runId: "r", message: "m" }],
    ["tool.progress", { runId: "r", tool: "bash", message: "m" }],
  ])("GW-7: %s carries what is written down", (event, data) => {
    expect(parsePush({ event, data }).kind).toBe("known");
    expect(parsePush({ event, data: { ...data, runId: undefined } }).kind).toBe("problem");
  });
});

test("GW-8: a message is at most 1 MB, what waits for a client at most 8 MB", () => {
  expect([MAX_MESSAGE_BYTES, MAX_SEND_BUFFER_BYTES]).toEqual([1_048_576, 8_388_608]);
});
