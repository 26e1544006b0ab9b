import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ERROR_CODES } from "./error-codes.ts";
import { isMethodName, methodSchemas, parseParams, parseResult, talks } from "./method.ts";
import type { MethodName } from "./method.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";

const PROMISED = [
  ..."health.check agents.list sessions.create sessions.list sessions.get sessions.attach".split(
    " ",
  ),
  ..."sessions.fork sessions.rename sessions.delete chat.send chat.history chat.abort".split(" "),
  ..."exec.approve exec.deny mode.set trust.set models.list models.set question.answer".split(" "),
  ..."artifacts.get search usage.get why.get".split(" "),
];
/** What the terminal face needs besides: going back, the queue, jobs, files, settings. */
const ADDED = [
  ..."command.run commands.list chat.retry chat.replay chat.compact context.get".split(" "),
  ..."sessions.detach sessions.tree sessions.navigate sessions.label sessions.export".split(" "),
  ..."rewind.points rewind.preview rewind.apply queue.list queue.edit queue.remove".split(" "),
  ..."jobs.list jobs.output jobs.stop todo.list tools.list tools.set".split(" "),
  ..."shell.run shell.stop note.add cwd.set files.complete images.attach".split(" "),
  ..."permissions.list permissions.test settings.get settings.set setup.get".split(" "),
  ..."edits.list edits.apply edits.discard taint.clear permissions.allow".split(" "),
  ..."memory.search memory.list memory.forget memory.clear memory.rebuild".split(" "),
  ..."index.status index.update index.clear".split(" "),
  ..."rules.list memory.learned memory.enqueue memory.reset".split(" "),
  ..."research.start research.finish report.verify gateway.share".split(" "),
  ..."navigate.preview budget.get budget.set doctor.run keys.list keys.set keys.remove".split(" "),
];
const names = Object.keys(methodSchemas).filter(isMethodName);

describe("GW-6", () => {
  test("GW-6: the methods are those promised, and what screens need besides", () => {
    expect(throughJson(names.toSorted())).toEqual([...PROMISED, ...ADDED].toSorted());
  });

  for (const name of names) {
    test(`GW-6: any params and result of ${name} survive`, () => {
      const { params, result } = methodSchemas[name];
      fc.assert(
        fc.property(arbitraryOf(params()), arbitraryOf(result()), (input, output) => {
          expect(throughJson(parseParams(name, input))).toEqual({
            ok: true,
            call: { method: name, params: input },
          });
          expect(throughJson(parseResult(name, output))).toEqual({ kind: "known", value: output });
        }),
        { numRuns: 15 },
      );
    });
  }

  test.each<[MethodName, unknown, unknown]>([
    ["sessions.create", {}, { sessionKey: "k" }],
    ["sessions.create", { agentId: "assistant", cwd: "/w" }, { sessionKey: "k" }],
    ["chat.send", { sessionKey: "k", message: "hi" }, { runId: "r" }],
    ["chat.history", { sessionKey: "k", limit: 5 }, { messages: [], total: 0 }],
    ["chat.abort", { runId: "r" }, { ok: true }],
    ["exec.deny", { approvalId: "a" }, { ok: true, answer: { verdict: "deny", by: "web" } }],
    ["sessions.attach", { sessionKey: "k", fromSeq: 0 }, null],
  ])("GW-6: %s takes and gives what is written down", (name, params, result) => {
    expect(parseParams(name, params).ok).toBeTrue();
    if (result !== null) expect(parseResult(name, result).kind).toBe("known");
  });

  test("GW-6: absent params count as none", () => {
    const call = { method: "health.check", params: {} };
    expect(throughJson(parseParams("health.check", undefined))).toEqual({ ok: true, call });
    expect(throughJson(parseParams("health.check", null))).toEqual({ ok: true, call });
  });

  test("GW-8: params that nobody asked for do not reach the host", () => {
    const parsed = parseParams("chat.abort", { runId: "r", scope: "admin" });
    expect(throughJson(parsed)).toEqual({
      ok: true,
      call: { method: "chat.abort", params: { runId: "r" } },
    });
  });
});

describe("GW-5", () => {
  test.each(["nope", "", "constructor", "__proto__", "chat.send ", "CHAT.SEND"])(
    "GW-5: there is no method %j: -32601",
    (name) => {
      expect(parseParams(name, {})).toMatchObject({ ok: false, code: -32601 });
    },
  );

  test("GW-5: params that do not fit: -32602, naming the method and the place", () => {
    const parsed = parseParams("chat.send", { sessionKey: "k" });
    expect(parsed).toMatchObject({ ok: false, code: ERROR_CODES.invalidParams });
    expect(JSON.stringify(parsed)).toContain("chat.send");
    expect(JSON.stringify(parsed)).toContain("message");
  });

  test("SEC-6: junk params never throw", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const parsed = parseParams(name, value);
        expect(parsed.ok || parsed.code === ERROR_CODES.invalidParams).toBeTrue();
        expect(parseResult(name, value).kind).toBeString();
      }),
      { numRuns: 200 },
    );
  });
});

test("GW-7 (part): the methods that begin a turn are known by what they take and give", () => {
  expect(names.filter(talks).toSorted().join(" ")).toBe(
    "chat.retry chat.send command.run research.finish research.start",
  );
});
