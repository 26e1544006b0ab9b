import { describe, expect, test } from "bun:test";
import { faultDisk, memoryDisk, rejectionOf } from "@squire/testkit";
import * as fc from "fast-check";
import { fileStore } from "../store.ts";
import { testPorts } from "../testing/rig.ts";
import { importSession } from "./import-session.ts";
import { json, drafts, at, piHeader, PI_LIST, said } from "./testing/foreign-fixtures.ts";

describe("hostile files", () => {
  test("SES-15: what is no session at all is refused with a word about what is read", () => {
    for (const text of ["", "hello", "{}", "[1]", '{"type":"session"}']) {
      expect(() => drafts([text])).toThrow("not a session file of a known format");
    }
  });

  test("S44: no line can crash it, and each is imported or named", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(
          "user",
          "assistant",
          "toolResult",
          "text",
          "toolCall",
          "tool_use",
          "u1",
          "",
        ),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            "role",
            "content",
            "type",
            "text",
            "id",
            "usage",
            "input",
            "cost",
            "timestamp",
            "tool_use_id",
            "__proto__",
          ),
          tie("any"),
          { maxKeys: 5 },
        ),
      ),
    })).any;
    const line = fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(
            "message",
            "compaction",
            "label",
            "custom",
            "user",
            "assistant",
            "system",
            "session_info",
          ),
          value,
        ),
        id: fc.oneof(fc.constantFrom("a", "b", "c"), value),
        parentId: fc.oneof(fc.constantFrom("a", "b", null), value),
        uuid: fc.constantFrom("a", "b", "c", "d"),
        parentUuid: fc.constantFrom("a", "b", "c", null),
        timestamp: value,
        message: value,
        summary: value,
        firstKeptEntryIndex: value,
        targetId: fc.constantFrom("a", "b"),
      },
      { requiredKeys: [] },
    );
    const heads = fc.constantFrom(piHeader, said("h", null, "hi"));
    fc.assert(
      fc.property(heads, fc.array(fc.oneof(line, value), { maxLength: 8 }), (head, lines) => {
        const { report } = drafts(json(head, ...(lines as object[])));
        const named = new Set(report.left.map((note) => note.line));
        expect(report.imported + named.size).toBe(report.lines);
      }),
      { numRuns: 500 },
    );
  });

  test("S44: junk between good lines is named, good lines stay", () => {
    const junk = [
      "{",
      "nul",
      '{"a":1,}',
      "\u0000",
      "[".repeat(100_000),
      '"'.repeat(99),
      "NaN",
      '{"type":"message"}',
      `{"d":${'{"x":'.repeat(9000)}1${"}".repeat(9000)}}`,
    ];
    const { report, drafts: made } = drafts([...PI_LIST.slice(0, 2), ...junk, ...PI_LIST.slice(2)]);
    expect(report.left).toHaveLength(junk.length);
    expect(report.imported).toBe(9);
    expect(made).toHaveLength(10);
  });

  test("S44: very long and very many parts are no problem", () => {
    const parts = Array.from({ length: 200_000 }, () => ({ type: "junk" }));
    const long = { role: "user", content: "x".repeat(10_000_000) };
    const lines = json(
      piHeader,
      { type: "message", timestamp: at(1), message: long },
      { type: "message", timestamp: at(2), message: { role: "user", content: parts } },
    );
    const { report } = drafts([...lines, `{"type":"message","x":"${"y".repeat(17_000_000)}"}`]);
    expect(report.imported).toBe(3);
    expect(report.changed[0]?.why).toBe("200000 part(s) of type junk left out");
    expect(report.left).toHaveLength(1);
  });
});

test("SES-15: a disk that fails at any call leaves no session and no rest behind", async () => {
  const attempt = async (at: number) => {
    const memory = memoryDisk();
    await memory.mkdir("/home");
    const file = await memory.open("/pi.jsonl", "w");
    await file.append(new TextEncoder().encode(PI_LIST.join("\n")));
    const disk = faultDisk(memory, [{ at, type: "fail", code: "ENOSPC" }]);
    const openArtifacts = (): never => {
      throw new Error("There are none.");
    };
    const request = { file: "/pi.jsonl", cwd: "/p", openArtifacts };
    return { memory, disk, importing: importSession(testPorts(disk), "/home", request) };
  };
  const clean = await attempt(0);
  await clean.importing;
  for (let at = 1; at <= clean.disk.calls.length; at++) {
    const { memory, importing } = await attempt(at);
    expect(await rejectionOf(importing)).toMatchObject({ code: "storage" });
    const { sessions, problems } = await fileStore(testPorts(memory), "/home").list();
    expect([...sessions, ...problems]).toEqual([]);
    const project = (await memory.readdir("/home/sessions").catch(() => []))[0];
    if (project !== undefined)
      expect(await memory.readdir(`/home/sessions/${project}`)).toEqual([]);
  }
});
