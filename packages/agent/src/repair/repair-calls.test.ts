import { describe, expect, test } from "bun:test";
import type { AssistantContent, AssistantMessage, JsonObject, ToolSpec } from "@squire/protocol";
import * as fc from "fast-check";
import { hasRepairs, repairCalls } from "./repair-calls.ts";
import type { RepairInput, RepairResult } from "./repair-calls.ts";
import { rememberCall } from "./storm.ts";
import type { PastCall } from "./storm.ts";
import { turnRepair } from "./turn-repair.ts";

const spec = (name: string): ToolSpec => ({
  name,
  description: "",
  parameters: { type: "object", properties: {} },
});
const TOOLS = ["read", "write", "grep"].map(spec);
const ALIASES = { read_file: "read" };

function reply(...content: readonly AssistantContent[]): AssistantMessage {
  return {
    role: "assistant",
    content,
    origin: { provider: "mock", wire: "scripted", model: "test-1" },
  };
}

let ids = 0;
function call(name: string, args: JsonObject | string): AssistantContent {
  const argsText = typeof args === "string" ? args : JSON.stringify(args);
  return { type: "call", id: `c${++ids}`, name, argsText };
}

function repair(message: AssistantMessage, options: Partial<RepairInput> = {}): RepairResult {
  return repairCalls({
    message,
    tools: TOOLS,
    aliases: ALIASES,
    past: [],
    isReadOnly: (name) => name !== "write",
    newId: (n) => `found_${n}`,
    ...options,
  });
}

describe("RPR-1", () => {
  test("RPR-1: calls that are fine pass untouched", () => {
    const message = reply(call("read", { path: "a" }), call("write", { path: "b" }));
    const result = repair(message);
    expect(result.message).toBe(message);
    expect(result.calls.map(({ type, name }) => [type, name])).toEqual([
      ["ready", "read"],
      ["ready", "write"],
    ]);
    expect(hasRepairs(result.report)).toBe(false);
    expect(result.report.notes).toEqual([]);
  });

  test("RPR-1: scavenge, truncation, names and storms work together, in this order", () => {
    const text = '<tool_call>{"name":"Read_File","arguments":{"path":"a"}}</tool_call>';
    const past = [1, 2].reduce<readonly PastCall[]>(
      (sum) => rememberCall(sum, { name: "read", args: { path: "a" }, readOnly: true }, "same"),
      [],
    );
    const { calls, report } = repair(reply({ type: "text", text }), { past });
    expect(calls).toMatchObject([{ type: "refused", cause: "storm", name: "read" }]);
    expect(report).toEqual({
      scavenged: 1,
      truncationsFixed: 0,
      renamed: 0,
      stormsBroken: 1,
      notes: ["found in the reply's text: read", "read: not run (storm)"],
    });
  });

  test("RPR-3: repaired arguments say so", () => {
    const { calls, report } = repair(reply(call("write", '{"path":"a","content":"half')));
    expect(calls).toMatchObject([
      {
        type: "ready",
        repaired: true,
        lossy: true,
        args: { path: "a", content: "half" },
        notes: ["the last text was cut off and closed as it was"],
      },
    ]);
    expect(report).toMatchObject({
      truncationsFixed: 1,
      notes: ["write: the last text was cut off and closed as it was"],
    });
  });

  test("RPR-1: an alias is run under the tool's name, and counted", () => {
    const { calls, report } = repair(reply(call("read_file", {})));
    expect(calls).toMatchObject([{ type: "ready", name: "read", call: { name: "read_file" } }]);
    expect(report).toMatchObject({ renamed: 1, notes: ["read_file is read"] });
  });

  test("RPR-7: an unknown tool is answered with the closest names", () => {
    const { calls } = repair(
      reply(call("raed", {}), call("teleport", {}), call("x".repeat(500), {})),
    );
    expect(calls.map((one) => one.type === "refused" && one.text)).toEqual([
      'There is no tool named "raed". Did you mean read? Nothing was run.',
      'There is no tool named "teleport". There are: read, write, grep. Nothing was run.',
      `There is no tool named "${"x".repeat(80)}…". There are: read, write, grep. Nothing was run.`,
    ]);
    expect(repair(reply(call("read", {})), { tools: [] }).calls).toMatchObject([
      { text: 'There is no tool named "read". No tools can be called now. Nothing was run.' },
    ]);
  });

  test("RPR-9: arguments that cannot be repaired are answered with the place, the raw text stays", () => {
    const { calls, message } = repair(reply(call("read", '{"path": a.ts}')));
    expect(calls).toMatchObject([{ type: "refused", cause: "malformed" }]);
    expect(calls[0]?.type === "refused" && calls[0].text).toBe(
      'The arguments of read are not valid JSON: a value was expected at character 9 (near "{\\"path\\": a.ts}"). Nothing was run. Send the call again with one valid JSON object.',
    );
    expect(message.content[0]).toMatchObject({ argsText: '{"path": a.ts}' });
  });

  test("RPR-4: broken calls that are repeated become a storm as well", () => {
    const same = () => call("read", "{broken");
    const { calls, report } = repair(reply(same(), same(), same()));
    expect(calls.map((one) => one.type === "refused" && one.cause)).toEqual([
      "malformed",
      "malformed",
      "storm",
    ]);
    expect(report.stormsBroken).toBe(1);
  });

  test("RPR-1: every call of any reply gets exactly one answer, in order", () => {
    const anyCall = fc
      .tuple(fc.constantFrom("read", "Read", "write", "nope", ""), fc.oneof(fc.string(), fc.json()))
      .map(([name, args]) => call(name, args));
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 20 }), (content) => {
        const { calls } = repair(reply(...content));
        expect(calls.map((one) => one.call)).toEqual(
          content.filter((block) => block.type === "call"),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("RPR-4: a turn", () => {
  const input = { effectOf: () => "read" as const, newCallId: () => "new" };

  test("RPR-4: the third same call with the same result is suppressed, and goes on being so", () => {
    const turn = turnRepair({ tools: () => TOOLS });
    const suppressed = Array.from({ length: 5 }, () => {
      const [only] = turn.repair({ ...input, message: reply(call("grep", { q: 1 })) }).calls;
      if (only === undefined) throw new Error("There is no call.");
      turn.answered(only, only.suppressed ?? "nothing found");
      return only.suppressed !== undefined;
    });
    expect(suppressed).toEqual([false, false, true, true, true]);
  });

  test("RPR-4: results that change keep it going", () => {
    const turn = turnRepair({ tools: () => TOOLS });
    for (let step = 0; step < 8; step++) {
      const [only] = turn.repair({ ...input, message: reply(call("grep", { q: 1 })) }).calls;
      expect(only?.suppressed).toBeUndefined();
      if (only !== undefined) turn.answered(only, `result ${step}`);
    }
  });

  test("RPR-2: the user's own words are not taken for calls", () => {
    const text = '<tool_call>{"name":"read","arguments":{}}</tool_call>';
    const message = reply({ type: "text", text });
    const quoting = turnRepair({ tools: () => TOOLS, userText: () => `What is ${text}?` });
    expect(quoting.repair({ ...input, message }).calls).toEqual([]);
    expect(turnRepair({ tools: () => TOOLS }).repair({ ...input, message }).calls).toHaveLength(1);
  });
});
