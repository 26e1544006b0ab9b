import { describe, expect, test } from "bun:test";
import { contextView } from "../tree/context-view.ts";
import { validHistory } from "../tree/valid-history.ts";
import { entriesOf } from "./testing/entries-of.ts";
import { json, drafts, at, reply, piHeader, asked, PI_LIST } from "./testing/foreign-fixtures.ts";

describe("pi", () => {
  test("SES-15: every line of a plain list becomes an entry", () => {
    const { drafts: made, report, origin } = drafts(PI_LIST);
    expect(report).toMatchObject({ format: "pi", lines: 9, imported: 9, left: [] });
    expect(made.map(({ draft }) => draft.type)).toEqual([
      "message",
      "message",
      "usage",
      "tool_result",
      "thinking_change",
      "message",
      "message",
      "compaction",
      "message",
      "usage",
    ]);
    expect(origin).toEqual({ id: "f1", cwd: "/secret/place", timestamp: at(0) });
    expect(made[0]).toEqual({
      id: "i_1",
      parentId: null,
      ts: Date.parse(at(1)),
      draft: {
        type: "message",
        status: "complete",
        message: { role: "user", content: [{ type: "text", text: "hello" }] },
      },
    });
  });

  test("SES-15: calls keep their arguments and results, and results are not trusted", () => {
    const { drafts: made } = drafts(PI_LIST);
    expect(made[1]?.draft).toMatchObject({
      reason: "calls",
      message: {
        content: [{ type: "call", id: "t1", name: "read", argsText: '{"path":"a b"}' }],
        origin: { provider: "anthropic", wire: "imported", model: "claude" },
      },
    });
    expect(made[3]?.draft).toMatchObject({
      outcome: { callId: "t1", content: [{ type: "text", text: "content" }], failed: false },
      details: { untrusted: true, truncated: true },
    });
  });

  test("SES-15: tokens from the cache are part of the input, and the cost comes along", () => {
    const { drafts: made } = drafts(PI_LIST);
    expect(made[2]?.draft).toEqual({
      type: "usage",
      kind: "turn",
      model: "anthropic/claude",
      usage: { input: 100, output: 5, cacheRead: 90, cacheWrite: 0, reasoning: null, total: 105 },
      costUsd: 0.06,
      inputUsd: expect.closeTo(0.04),
    });
  });

  test("SES-15: what is not taken over of a message is told", () => {
    const { drafts: made, report } = drafts(PI_LIST);
    expect(report.changed).toEqual([
      { line: 9, what: "message (assistant)", why: "1 part(s) of type hologram left out" },
    ]);
    expect(made.at(-2)?.draft).toMatchObject({
      message: {
        content: [
          { type: "thinking", text: "hm" },
          { type: "text", text: "done" },
        ],
      },
    });
  });

  test("SES-15: a compaction keeps what it kept, and every prefix is a valid history", async () => {
    const branch = await entriesOf(drafts(PI_LIST));
    const { messages } = contextView(branch);
    expect(messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    for (let length = 0; length <= branch.length; length++) {
      expect(validHistory(contextView(branch.slice(0, length)).messages)).toEqual([]);
    }
  });

  test("SES-15: a tree stays a tree, with names, titles and summaries", () => {
    const lines = json(
      { ...piHeader, version: 3 },
      { type: "message", id: "a", parentId: null, timestamp: at(1), message: asked },
      {
        type: "message",
        id: "b",
        parentId: "a",
        timestamp: at(2),
        message: reply([{ type: "text", text: "one" }]),
      },
      {
        type: "custom",
        id: "x",
        parentId: "b",
        timestamp: at(3),
        customType: "ext",
        data: { n: 1 },
      },
      { type: "message", id: "c", parentId: "x", timestamp: at(3), message: asked },
      {
        type: "branch_summary",
        id: "d",
        parentId: "b",
        timestamp: at(4),
        fromId: "c",
        summary: "tried",
      },
      { type: "label", id: "e", parentId: "d", timestamp: at(5), targetId: "b", label: "here" },
      { type: "session_info", id: "f", parentId: "e", timestamp: at(6), name: "My work" },
      {
        type: "model_change",
        id: "g",
        parentId: "f",
        timestamp: at(7),
        provider: "p",
        modelId: "m",
      },
      {
        type: "compaction",
        id: "h",
        parentId: "g",
        timestamp: at(8),
        summary: "s",
        firstKeptEntryId: "b",
        tokensBefore: 1,
      },
      { type: "martian", id: "i", parentId: "h", timestamp: at(8) },
      { type: "message", id: "j", parentId: "i", timestamp: at(9), message: asked },
      { type: "message", id: "k", parentId: "lost", timestamp: at(9), message: asked },
    );
    const { drafts: made, report, title } = drafts(lines);
    expect(title).toBe("My work");
    expect(report).toMatchObject({ lines: 13, imported: 12 });
    expect(report.left).toEqual([{ line: 11, what: "martian", why: "its type is not known" }]);
    const [a, b, usage, x, c, d, e, f, g, h, j, k] = made;
    expect([b?.parentId, usage?.parentId, x?.parentId]).toEqual([a?.id, b?.id, usage?.id] as never);
    expect(x?.draft).toMatchObject({ type: "custom", customType: "imported" });
    expect([c?.parentId, d?.parentId]).toEqual([x?.id, usage?.id] as never);
    expect(d?.draft).toMatchObject({ fromId: c?.id });
    expect(e?.draft).toEqual({ type: "label", targetId: b?.id ?? "", label: "here" });
    expect(f?.draft).toMatchObject({ type: "title", title: "My work" });
    expect(g?.draft).toMatchObject({ type: "model_change", model: "p/m" });
    expect(h?.draft).toMatchObject({ firstKeptId: b?.id });
    expect([j?.parentId, k?.parentId]).toEqual([h?.id, j?.id] as never);
  });

  test("SES-15: commands of the user and messages of extensions come along", () => {
    const bash = {
      role: "bashExecution",
      command: "ls",
      output: "a",
      exitCode: 2,
      excludeFromContext: true,
    };
    const hook = { role: "hookMessage", customType: "h", content: "note", display: true };
    const lines = json(
      piHeader,
      { type: "message", timestamp: at(1), message: bash },
      { type: "message", timestamp: at(2), message: { ...bash, cancelled: true } },
      { type: "message", timestamp: at(3), message: hook },
      { type: "message", timestamp: at(4), message: { role: "oracle", content: "?" } },
    );
    const { drafts: made, report } = drafts(lines);
    expect(made.map(({ draft }) => draft)).toEqual([
      expect.objectContaining({ type: "user_bash", command: "ls", exitCode: 2, private: true }),
      expect.objectContaining({ type: "user_bash", exitCode: null }),
      expect.objectContaining({ type: "custom_message", customType: "h", display: true }),
    ]);
    expect(report.left).toEqual([
      { line: 5, what: "message (oracle)", why: "its message cannot be read" },
    ]);
  });
});
