import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { entrySchemas, parseEntry, parseHeader, sessionHeaderSchema } from "./entry.ts";
import type { EntryDraft } from "./entry.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";

const HASH = "0".repeat(64);
const head = { id: "e1", parentId: null, ts: 1, prev: HASH, h: HASH };
const types = Object.keys(entrySchemas);
const anyEntry = fc.oneof(...Object.values(entrySchemas).map((schema) => arbitraryOf(schema())));

const PROMISED = [
  ..."message tool_result user_bash user_python model_change thinking_change mode_change".split(
    " ",
  ),
  ..."trust_change compaction prune branch_summary custom custom_message label title leaf".split(
    " ",
  ),
  ..."plan todo approval citation snapshot usage".split(" "),
];
const ADDED =
  "request_sent tool_started context prefix prefix_break queued tools_change report".split(" ");

function reread(value: unknown): unknown {
  const parsed = parseEntry(throughJson(value));
  return parsed.kind === "problem" ? parsed : parsed.value;
}

describe("SES-3", () => {
  test("SES-3: the entry types are those promised and those that invariants need", () => {
    expect(types.toSorted()).toEqual([...PROMISED, ...ADDED].toSorted());
  });

  for (const [type, schema] of Object.entries(entrySchemas)) {
    test(`SES-3: any ${type} entry survives parse, stringify, parse`, () => {
      fc.assert(
        fc.property(arbitraryOf<ReturnType<typeof schema>>(schema()), (value) => {
          expect(throughJson(parseEntry(value))).toEqual({ kind: "known", value });
          expect(reread(value)).toEqual(value);
        }),
        { numRuns: 20 },
      );
    });
  }

  test("SES-3: fields that we do not know survive at every depth", () => {
    const value = {
      ...head,
      type: "message",
      status: "complete",
      message: {
        role: "user",
        content: [{ type: "text", text: "hi", later: 1 }],
        later: { a: [2] },
      },
      later: null,
    };
    expect(parseEntry(value).kind).toBe("known");
    expect(reread(value)).toEqual(value);
  });

  test("SES-3: entries of a type that we do not know are kept whole", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (extra, name) => {
        const value: unknown = JSON.parse(
          JSON.stringify({ ...extra, ...head, type: `future_${name}` }),
        );
        expect(throughJson(parseEntry(value))).toEqual({ kind: "unknown", value });
      }),
      { numRuns: 50 },
    );
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "SES-3: a type named %s is unknown, not ours",
    (type) => {
      expect(parseEntry({ ...head, type }).kind).toBe("unknown");
    },
  );
});

describe("SES-2", () => {
  test("SES-2: a header survives, with and without a parent session", () => {
    fc.assert(
      fc.property(arbitraryOf(sessionHeaderSchema()), (value) => {
        expect(parseHeader(throughJson(value))).toEqual({ kind: "known", value });
      }),
      { numRuns: 30 },
    );
  });

  test("SES-2: an entry without any one of its required fields is a problem that names it", () => {
    fc.assert(
      fc.property(anyEntry, fc.constantFrom("id", "parentId", "ts"), (value, field) => {
        const { [field]: _, ...rest } = value as Record<string, unknown>;
        const parsed = parseEntry(rest);
        expect(parsed.kind).toBe("problem");
        expect(JSON.stringify(parsed)).toContain(`: ${field}: `);
      }),
      { numRuns: 50 },
    );
  });

  test("SES-2: a header is a first line only, and an entry is no header", () => {
    const header = { type: "session", version: 1, id: "s", cwd: "/w", createdAt: 1 };
    expect(parseHeader(header).kind).toBe("known");
    expect(parseEntry(header).kind).toBe("problem");
    expect(parseEntry({ ...head, ...header }).kind).toBe("problem");
    expect(parseHeader({ ...head, type: "title", title: "t", by: "user" }).kind).toBe("problem");
  });
});

test("SES-5: a line without a well-formed hash of itself and the line before it is a problem", () => {
  const title = { ...head, type: "title", title: "t", by: "user" };
  expect(parseEntry(title).kind).toBe("known");
  for (const field of ["prev", "h"]) {
    expect(parseEntry({ ...title, [field]: "abc" }).kind).toBe("problem");
    expect(parseEntry({ ...title, [field]: HASH.replace("0", "G") }).kind).toBe("problem");
  }
});

test("CMP-1: compaction and branch summaries carry what a rebuilt context needs", () => {
  const compaction: EntryDraft<"compaction"> = {
    type: "compaction",
    summary: "s",
    firstKeptId: "e7",
    tokensBefore: 90_000,
  };
  expect(parseEntry({ ...head, ...compaction }).kind).toBe("known");
  expect(parseEntry({ ...head, ...compaction, firstKeptId: undefined }).kind).toBe("problem");
  const summary = { type: "branch_summary", fromId: "e3", summary: "s", fromExtension: true };
  expect(parseEntry({ ...head, ...summary }).kind).toBe("known");
});

test("PERM-10: an approval is asked, answered or denied, and nothing between", () => {
  const decision = { verdict: "deny", trail: [{ stage: "floor", verdict: "deny", reason: "no" }] };
  const denied = { ...head, type: "approval", state: "denied", callId: "c", toolName: "bash" };
  expect(parseEntry({ ...denied, decision }).kind).toBe("known");
  expect(parseEntry(denied).kind).toBe("problem");
  expect(parseEntry({ ...denied, decision, state: "maybe" }).kind).toBe("problem");
  const answered = { ...head, type: "approval", state: "answered", approvalId: "a", callId: "c" };
  const approve = { verdict: "approve", scope: "once", by: "web" };
  expect(parseEntry({ ...answered, answer: approve }).kind).toBe("known");
  expect(parseEntry({ ...answered, answer: { verdict: "approve", by: "web" } }).kind).toBe(
    "problem",
  );
});

describe("SEC-6: junk from a file", () => {
  test("SEC-6: parsing never throws, whatever it is given", () => {
    const spoiled = fc
      .tuple(anyEntry, fc.string(), fc.anything())
      .map(([entry, key, value]): unknown => ({ ...entry, [key]: value }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), spoiled), (value) => {
        expect(["known", "unknown", "problem"]).toContain(parseEntry(value).kind);
        expect(["known", "problem"]).toContain(parseHeader(value).kind);
      }),
      { numRuns: 300 },
    );
  });

  test("SEC-6: nesting beyond the stack is a problem, not a crash", () => {
    let data: unknown = null;
    for (let depth = 0; depth < 200_000; depth++) data = [data];
    const parsed = parseEntry({ ...head, type: "custom", customType: "x", data });
    expect(parsed).toMatchObject({ kind: "problem" });
  });

  test("SEC-6: a problem is short even when the input is not", () => {
    const parsed = parseEntry({ ...head, type: "x".repeat(10_000), ts: "y".repeat(10_000) });
    expect(JSON.stringify(parsed).length).toBeLessThan(500);
  });
});
