import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  isTerminalJsonl,
  parseCommand,
  parseJsonlEnvelope,
  parseReady,
  readyLine,
} from "./jsonl.ts";
import { commandSchemas } from "./jsonl/commands.ts";
import { jsonlEventSchemas } from "./jsonl/events.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";

const anyCommand = fc.oneof(...Object.values(commandSchemas).map((s) => arbitraryOf(s())));
const anyEvent = fc.oneof(...Object.values(jsonlEventSchemas).map((s) => arbitraryOf(s())));

test("PROT-1: the first line is exactly this", () => {
  const line = JSON.stringify(readyLine());
  expect(line).toBe(
    '{"type":"ready","protocolVersion":"1.0","capabilities":["chat","plan","research","code"]}',
  );
  expect(throughJson(parseReady(JSON.parse(line)))).toEqual({ kind: "known", value: readyLine() });
  expect(parseReady({ type: "ready", protocolVersion: "9.0", capabilities: [] }).kind).toBe(
    "known",
  );
  expect(parseReady({ type: "ready" }).kind).toBe("problem");
});

describe("PROT-2", () => {
  test("PROT-2: any envelope survives, also without a session", () => {
    fc.assert(
      fc.property(anyEvent, fc.option(fc.string({ minLength: 1 })), (event, sessionId) => {
        const value = { sessionId, requestId: "r", seq: 1, timestamp: 2, event };
        expect(throughJson(parseJsonlEnvelope(throughJson(value)))).toEqual({
          kind: "known",
          value,
        });
      }),
      { numRuns: 150 },
    );
  });

  test("PROT-2: seq counts from 1", () => {
    const value = {
      sessionId: "s",
      requestId: "r",
      timestamp: 2,
      event: { type: "heartbeat_ack" },
    };
    expect(parseJsonlEnvelope({ ...value, seq: 1 }).kind).toBe("known");
    expect(parseJsonlEnvelope({ ...value, seq: 0 }).kind).toBe("problem");
  });

  test("PROT-2: exactly complete, aborted and error end a request", () => {
    const ends = fc.sample(anyEvent, { numRuns: 400, seed: 7 });
    const terminal = new Set(ends.filter(isTerminalJsonl).map((event) => event.type));
    expect([...terminal].toSorted()).toEqual(["aborted", "complete", "error"]);
  });

  test("PROT-2: an error that ends a request is not recoverable, an abort says what was saved", () => {
    const envelope = { sessionId: "s", requestId: "r", seq: 1, timestamp: 2 };
    const kindOf = (event: unknown) => parseJsonlEnvelope({ ...envelope, event }).kind;
    expect(kindOf({ type: "error", message: "m", recoverable: false })).toBe("known");
    expect(kindOf({ type: "error", message: "m", recoverable: true })).toBe("problem");
    expect(kindOf({ type: "aborted" })).toBe("problem");
  });
});

describe("PROT-3", () => {
  test("PROT-3: the commands are those promised", () => {
    const names =
      "chat set_mode command abort heartbeat query_history get_session set_trust approve deny answer set_model attach";
    expect(Object.keys(commandSchemas).toSorted()).toEqual(names.split(" ").toSorted());
  });

  test("PROT-3: any command survives", () => {
    fc.assert(
      fc.property(anyCommand, (value) => {
        expect(throughJson(parseCommand(throughJson(value)))).toEqual({
          kind: "known",
          value,
        });
      }),
      { numRuns: 150 },
    );
  });

  test("PROT-3: chat needs a request id, get_session a session id", () => {
    expect(parseCommand({ type: "chat", content: "hi", requestId: "r" }).kind).toBe("known");
    expect(parseCommand({ type: "chat", content: "hi" }).kind).toBe("problem");
    expect(parseCommand({ type: "get_session" }).kind).toBe("problem");
    expect(parseCommand({ type: "set_mode", mode: "sing" }).kind).toBe("problem");
  });
});

describe("PROT-4", () => {
  test("PROT-4: the events are those promised and the three that end a request", () => {
    const names =
      "content_delta thinking_delta phase_status progress tool_call tool_update tool_result approval_request question usage warning status query_history_result get_session_result heartbeat_ack complete aborted error";
    expect(Object.keys(jsonlEventSchemas).toSorted()).toEqual(names.split(" ").toSorted());
  });

  test("PROT-10: an event of a later version is unknown, not a problem", () => {
    const value = { sessionId: "s", requestId: "r", seq: 1, timestamp: 2, event: { type: "sung" } };
    expect(throughJson(parseJsonlEnvelope(value))).toEqual({ kind: "unknown", value });
    expect(parseCommand({ type: "sing" }).kind).toBe("unknown");
  });

  test("SEC-6: junk lines never throw", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseCommand(value).kind).toBeString();
        expect(parseReady(value).kind).toBeString();
        expect(parseJsonlEnvelope(value).kind).toBeString();
      }),
      { numRuns: 300 },
    );
  });
});
