import { describe, expect, test } from "bun:test";
import { contextView } from "../tree/context-view.ts";
import { validHistory } from "../tree/valid-history.ts";
import { entriesOf } from "./testing/entries-of.ts";
import { json, drafts, SESSION, said, answered, CLAUDE } from "./testing/foreign-fixtures.ts";

describe("Claude Code", () => {
  test("SES-15: takes the branch that was used last, one reply per message id", () => {
    const { drafts: made, report, title, origin } = drafts(CLAUDE);
    expect(title).toBe("Listing files");
    expect(origin).toEqual({ id: "cc-1", cwd: "/secret", version: "2.0.0" });
    expect(report).toMatchObject({ format: "claude-code", lines: 14, imported: 10 });
    expect(report.left).toEqual([
      { line: 2, what: "file-history-snapshot", why: "it is not conversation" },
      { line: 10, what: "assistant", why: "it is the work of a subagent" },
      { line: 11, what: "assistant", why: "it is on a branch that was left" },
      { line: 12, what: "system", why: "it is not conversation" },
    ]);
    expect(made.map(({ draft }) => draft.type)).toEqual([
      "title",
      "message",
      "message",
      "usage",
      "tool_result",
      "tool_result",
      "message",
      "message",
      "usage",
    ]);
    expect(made[2]?.draft).toMatchObject({
      reason: "calls",
      message: {
        content: [
          { type: "thinking", text: "let me see" },
          { type: "text", text: "Looking." },
          { type: "call", id: "t1", name: "Bash" },
          { type: "call", id: "t2" },
        ],
      },
      usage: { input: 23, output: 7, cacheRead: 20 },
    });
    expect(made[5]?.draft).toMatchObject({
      outcome: { callId: "t2", name: "Bash", failed: true, content: [{ text: "denied" }] },
    });
    expect(made[6]?.draft).toMatchObject({
      message: { content: [{ text: "try again" }, { type: "image", mimeType: "image/png" }] },
    });
  });

  test("SES-15: its history is valid from every point", async () => {
    const branch = await entriesOf(drafts(CLAUDE));
    for (let length = 0; length <= branch.length; length++) {
      const view = contextView(branch.slice(0, length));
      expect(validHistory(view.messages)).toEqual([]);
      expect(view.report.droppedOutcomes).toBe(0);
    }
    expect(contextView(branch).report.closedCalls).toBe(0);
  });

  test("SES-15: a compaction hides what was before it", async () => {
    const lines = json(
      said("u1", null, "long ago"),
      answered(["a1", "u1", "m1"], { type: "text", text: "yes" }),
      {
        ...SESSION,
        type: "system",
        subtype: "compact_boundary",
        uuid: "y1",
        parentUuid: null,
        logicalParentUuid: "a1",
        compactMetadata: { preTokens: 99 },
      },
      said("u2", "y1", "Summary: long ago", { isCompactSummary: true }),
      said("u3", "u2", "Caveat", { isMeta: true }),
      said("u4", "u3", "go on"),
      answered(["a2", "u4", "m2"], { type: "text", text: "oops" }, { isApiErrorMessage: true }),
    );
    const { drafts: made, report } = drafts(lines);
    expect(report.imported).toBe(6);
    expect(made[3]?.draft).toMatchObject({ type: "compaction", tokensBefore: 99 });
    expect(made[4]?.draft).toMatchObject({ synthetic: true });
    expect(made[6]?.draft).toMatchObject({ status: "error" });
    const { messages } = contextView(await entriesOf(drafts(lines)));
    expect(JSON.stringify(messages)).not.toContain('"long ago"');
  });

  test("SES-15: loops and lost parents end somewhere", () => {
    const lines = json(
      said("u1", "u3", "one"),
      said("u2", "nobody", "two"),
      said("u3", "u3", "three"),
    );
    expect(drafts(lines).report).toMatchObject({ lines: 3, imported: 3, left: [] });
  });
});
