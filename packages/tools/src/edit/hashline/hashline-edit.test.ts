import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { JsonObject } from "@squire/protocol";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { joinLines, sentLines } from "../lines.ts";
import { spliceLines } from "../splice-lines.ts";
import { anchorsOf } from "./anchors.ts";
import { hashlineEditTool } from "./hashline-edit.ts";
import { anchoredText, planOps } from "./plan-ops.ts";
import type { LineOp } from "./plan-ops.ts";

const TEXT = "one\ntwo\nthree\nfour\n";

function rig(text: string | Uint8Array) {
  const files = new MemoryFiles({ "a.txt": text });
  const seen = new MemorySeen();
  const tool = hashlineEditTool({ files, seen, onChanged: () => {} });
  return {
    files,
    seen,
    edit: (ops: readonly LineOp[]) =>
      told(tool, { path: "a.txt", ops } as unknown as JsonObject, bench("/")),
    text: () => files.text("a.txt"),
  };
}

/** Anchors of a text, from line 1 on. */
function marks(text: string): readonly string[] {
  return ["", ...anchorsOf(sentLines(text))];
}

describe("EDIT-4: the variant hashline", () => {
  test("EDIT-4: every op, on a line and on a range, in one call", async () => {
    const { edit, text } = rig(TEXT);
    const [, one = "", two = "", three = "", four = ""] = marks(TEXT);
    const words = await edit([
      { op: "insert_before", at: one, text: "zero" },
      { op: "replace", at: two, to: three, text: "2\n3\n3½\n" },
      { op: "insert_after", at: three, text: "between" },
      { op: "delete", at: four },
    ]);
    expect(text()).toBe("zero\none\n2\n3\n3½\nbetween\n");
    expect(words).toStartWith("Edited a.txt (+5 −3).\nNew anchors: 1#");
    const after = marks(text() ?? "");
    expect(words).toEndWith([1, 3, 4, 5, 6].map((at) => after[at]).join(" "));
  });

  test("EDIT-4: the anchors that an edit gives are those of the next", async () => {
    const { edit, text } = rig(TEXT);
    const first = await edit([{ op: "insert_after", at: marks(TEXT)[1] ?? "", text: "1½" }]);
    const [anchor = ""] = /\d+#\w+$/.exec(first) ?? [];
    await edit([{ op: "replace", at: anchor, text: "1¾" }]);
    expect(text()).toBe("one\n1¾\ntwo\nthree\nfour\n");
  });

  test("EDIT-4: a stale anchor refuses the whole edit and shows the lines of now", async () => {
    const { edit, text } = rig(TEXT);
    const [, one = ""] = marks(TEXT);
    const words = await edit([
      { op: "delete", at: one },
      { op: "replace", at: "3#zz", text: "3" },
    ]);
    const now = marks(TEXT);
    expect(words).toBe(
      [
        "! a.txt was not edited. 3#zz is stale. These lines are there now:",
        `${now[1]}\tone`,
        `${now[2]}\ttwo`,
        `${now[3]}\tthree`,
        `${now[4]}\tfour`,
        "Send the whole edit again with these anchors.",
      ].join("\n"),
    );
    expect(text()).toBe(TEXT);
  });

  test("EDIT-4: lines that moved by an own edit are found by their old anchors", async () => {
    const { edit, text } = rig(TEXT);
    const [, one = "", , three = "", four = ""] = marks(TEXT);
    await edit([{ op: "insert_before", at: one, text: "a\nb\nc" }]);
    await edit([{ op: "delete", at: three, to: four }]);
    expect(text()).toBe("a\nb\nc\none\ntwo\n");
  });

  test("FS-10: a foreign change refuses the edit, shows the lines, and lets the next one through", async () => {
    const { edit, text, seen } = rig(TEXT);
    seen.note("/place/a.txt", "of an older version");
    const ops: readonly LineOp[] = [{ op: "delete", at: marks(TEXT)[2] ?? "" }];
    const words = await edit(ops);
    expect(words).toContain("stale, re-read");
    expect(words).toContain(`${marks(TEXT)[2]}\ttwo`);
    expect(text()).toBe(TEXT);
    await edit(ops);
    expect(text()).toBe("one\nthree\nfour\n");
  });

  test.each([
    [[{ op: "replace", at: "2", text: "x" }], '"2" is no anchor'],
    [[{ op: "replace", at: "$2" }], "replace needs text"],
    [[{ op: "replace", at: "$3", to: "$2", text: "x" }], "ends before it begins"],
    [[{ op: "insert_after", at: "$2", text: "2#ab\tx" }], "Send the lines alone"],
    [[{ op: "insert_after", at: "$2", text: "" }], "change nothing"],
    [
      [
        { op: "replace", at: "$1", to: "$3", text: "x" },
        { op: "insert_after", at: "$2", text: "y" },
      ],
      "ops[1] of 2 does not apply. It changes lines that ops[0] changes, too.",
    ],
  ] as const)("EDIT-4: %j is refused", async (ops, words) => {
    const { edit, text } = rig(TEXT);
    const anchored = (name: string): string =>
      name.replace(/^\$(\d)$/, (_, n) => marks(TEXT)[n] ?? "");
    const given = ops.map((op: LineOp) => ({
      ...op,
      at: anchored(op.at),
      ...(op.to === undefined ? {} : { to: anchored(op.to) }),
    }));
    expect(await edit(given)).toContain(words);
    expect(text()).toBe(TEXT);
  });

  test("EDIT-4: an empty file has no lines to hold on to", async () => {
    expect(await rig("").edit([{ op: "replace", at: "1#ab", text: "x" }])).toContain("Use write.");
  });

  test("EDIT-13: mark, line ends and the missing last end stay", async () => {
    const wide = Buffer.from("\uFEFFä\r\nb", "utf16le");
    const { edit, files } = rig(wide);
    const [, , b = ""] = marks("ä\nb");
    await edit([{ op: "insert_after", at: b, text: "c\nd" }]);
    const bytes = Buffer.from(files.contents.get("a.txt") ?? []);
    expect(bytes.toString("utf16le")).toBe("\uFEFFä\r\nb\r\nc\r\nd");
  });
});

describe("EDIT-4: there and back", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 8 }).filter((text) => !/[\r\n]/.test(text));
  const full = line.filter((text) => text !== "");
  const texts = fc.array(full, { minLength: 1, maxLength: 5 });
  const source = fc
    .tuple(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
    )
    // An empty line that does not end is none.
    .map(([lines, end, open]) => lines.join(end) + (open && !lines.includes("") ? "" : end));
  const kinds = fc.constantFrom("replace", "insert_after", "insert_before", "delete");

  function apply(text: string, op: LineOp): string {
    const planned = planOps(anchoredText(text), [op]);
    if (!planned.ok) throw new Error(planned.message);
    return joinLines(spliceLines(planned.lines, planned.splices).lines);
  }

  /** Anchors of the lines `from` to `to`, from 0. */
  function range(text: string, from: number, to: number) {
    const anchors = anchorsOf(sentLines(text));
    return { at: anchors[from] ?? "", to: anchors[to] ?? "" };
  }

  test("EDIT-13: an op and its inverse give the same bytes, LF or CRLF, with or without a last end", () => {
    fc.assert(
      fc.property(source, texts, kinds, fc.tuple(fc.nat(), fc.nat()), (text, added, op, [a, b]) => {
        const lines = sentLines(text);
        const [from = 0, to = 0] = [a % lines.length, b % lines.length].sort((x, y) => x - y);
        // One line that does not end cannot tell how lines end.
        const left = op.startsWith("insert") ? lines.length : lines.length - (to - from + 1);
        fc.pre(left > 1 || (left === 1 && !text.includes("\r")));
        const there = apply(text, { op, ...range(text, from, to), text: `${added.join("\n")}\n` });
        const old = `${lines.slice(from, to + 1).join("\n")}\n`;
        const start = op === "insert_after" ? to + 1 : from;
        const back = ((): LineOp => {
          if (op === "delete") {
            return from === 0
              ? { op: "insert_before", ...range(there, 0, 0), text: old }
              : { op: "insert_after", ...range(there, from - 1, from - 1), text: old };
          }
          const where = range(there, start, start + added.length - 1);
          return op === "replace" ? { op, ...where, text: old } : { op: "delete", ...where };
        })();
        expect(apply(there, back)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("EDIT-13: mixed line ends stay where the lines stay", () => {
    const text = "a\r\nb\nc\r\nd\n";
    expect(apply(text, { op: "replace", ...range(text, 1, 2), text: "B\nC\nnew" })).toBe(
      "a\r\nB\nC\r\nnew\r\nd\n",
    );
  });
});
