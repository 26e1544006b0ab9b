import { describe, expect, test } from "bun:test";
import { createTwoFilesPatch } from "diff";
import * as fc from "fast-check";
import { applyHunks } from "./apply-hunks.ts";
import { parsePatch } from "./parse-patch.ts";

const begin = (...lines: readonly string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

function hunksOf(patch: string) {
  const parsed = parsePatch(patch);
  if (!parsed.ok) throw new Error(parsed.message);
  const [change] = parsed.changes;
  return change?.type === "update" ? change.hunks : [];
}

function patched(text: string, patch: string): string {
  const result = applyHunks(text, hunksOf(patch));
  return result.ok ? result.text : `! ${result.message}`;
}

describe("EDIT-7: the *** Begin Patch form", () => {
  test("EDIT-7: adds, deletes, updates and moves", () => {
    const parsed = parsePatch(
      begin(
        "*** Add File: new/a.txt",
        "+one",
        "+",
        "+two",
        "*** Delete File: old.txt",
        "*** Update File: b.txt",
        "*** Move to: c.txt",
        "@@ class X",
        " keep",
        "-gone",
        "+come",
        "@@",
        "-last",
        "*** End of File",
      ),
    );
    expect(parsed).toMatchObject({
      ok: true,
      changes: [
        { type: "add", path: "new/a.txt", text: "one\n\ntwo\n" },
        { type: "delete", path: "old.txt" },
        {
          type: "update",
          path: "b.txt",
          moveTo: "c.txt",
          hunks: [
            {
              anchors: ["class X"],
              before: ["keep", "gone"],
              after: ["keep", "come"],
              atEnd: false,
            },
            { anchors: [], before: ["last"], after: [], atEnd: true },
          ],
        },
      ],
    });
  });

  test.each([
    [begin(), 2, "changes nothing"],
    [begin("*** Update File: a.txt"), 3, "no hunk"],
    [begin("*** Rename File: a.txt"), 2, "no beginning of a change"],
    [begin("*** Update File: a.txt", "@@", "what is this"), 4, "belongs to no hunk"],
    ["*** Begin Patch\n*** Delete File: a", 2, "*** End Patch is missing"],
    ["just words", 1, "no hunk"],
    ["@@ -1 +1 @@\n-a\n+b", 1, "No --- and +++"],
  ])("EDIT-7: %p is refused with the line", (patch, line, message) => {
    const parsed = parsePatch(patch);
    expect(parsed).toMatchObject({ ok: false, line });
    expect(parsed.ok ? "" : parsed.message).toContain(message);
  });

  test("EDIT-7: any text is read or refused", () => {
    const line = fc.constantFrom(
      "*** Begin Patch",
      "*** End Patch",
      "*** Update File: a",
      "*** Add File: b",
      "*** Move to: c",
      "*** End of File",
      "@@",
      "@@ -1,2 +1 @@",
      "--- a",
      "+++ b",
      "diff --git a/x b/x",
      "+x",
      "-x",
      " x",
      "",
      "x",
      "\\ No newline at end of file",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const parsed = parsePatch(lines.join("\n"));
        expect(parsed.ok ? parsed.changes.length : parsed.line).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("EDIT-7: lines must be there to the letter, wherever they stand", () => {
    const patch = begin("*** Update File: a", "@@", "-two", "+TWO");
    expect(patched("one\ntwo\nthree\n", patch)).toBe("one\nTWO\nthree\n");
    expect(patched("one\n two\n", patch)).toStartWith("! Only the indentation differs.");
    expect(patched("two\ntwo\n", patch)).toStartWith(
      "! These lines stand there 2 times (lines 1, 2)",
    );
    const anchored = begin("*** Update File: a", "@@ b:", "-two", "+TWO");
    expect(patched("a:\ntwo\nb:\ntwo\n", anchored)).toBe("a:\ntwo\nb:\nTWO\n");
  });

  test("EDIT-7: lines without any before them go to the end", () => {
    expect(patched("one\n", begin("*** Update File: a", "@@", "+two"))).toBe("one\ntwo\n");
  });

  test("EDIT-13: mixed line ends stay; new lines get the most common", () => {
    const patch = begin("*** Update File: a", "@@", " one", "-two", "+TWO", "+more", " three");
    expect(patched("one\r\ntwo\nthree\r\nfour", patch)).toBe("one\r\nTWO\r\nmore\r\nthree\r\nfour");
  });
});

describe("EDIT-7: unified diffs", () => {
  test("EDIT-7: of git, with renames, new and deleted files", () => {
    const parsed = parsePatch(
      [
        "diff --git a/x.ts b/y.ts",
        "similarity index 90%",
        "rename from x.ts",
        "rename to y.ts",
        "--- a/x.ts",
        "+++ b/y.ts",
        "@@ -1,2 +1,2 @@ f()",
        "-a",
        "+b",
        " c",
        "diff --git a/n b/n",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/n",
        "@@ -0,0 +1 @@",
        "+--- no header",
        "\\ No newline at end of file",
        "diff --git a/p b/q",
        "rename from p",
        "rename to q",
        "diff --git a/d b/d",
        "--- a/d",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
        "",
      ].join("\n"),
    );
    expect(parsed).toMatchObject({
      ok: true,
      changes: [
        { type: "update", path: "x.ts", moveTo: "y.ts", hunks: [{ before: ["a", "c"], line: 1 }] },
        { type: "add", path: "n", text: "--- no header" },
        { type: "update", path: "p", moveTo: "q", hunks: [] },
        { type: "delete", path: "d" },
      ],
    });
  });

  test("EDIT-7: what diff makes of two texts makes one into the other", () => {
    const line = fc.constantFrom("a", "b", "c", "", "  a", "-", "+", "@@", "--- x", "é");
    const some = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
      .map(([lines, open]) => lines.join("\n") + (open || lines.length === 0 ? "" : "\n"));
    fc.assert(
      fc.property(some, some, (before, after) => {
        fc.pre(before !== "" && after !== "" && before !== after);
        const patch = createTwoFilesPatch("f", "f", before, after, "", "", { context: 3 });
        expect(patched(before, patch)).toBe(after);
      }),
      { numRuns: 400 },
    );
  });
});
