import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { changedWords, parseDiff } from "./parse-diff.ts";

const DIFF = `diff --git a/x.ts b/x.ts
index 1..2 100644
--- a/x.ts
+++ b/x.ts
@@ -1,4 +1,5 @@
 one
-two
-three
+2
+3
+3½
 four
@@ -20 +21 @@ function tail()
-end
+END
`;

describe("a diff in two columns", () => {
  test("WUI-5 (part): what goes stands beside what comes, with its line numbers", () => {
    const [file] = parseDiff(DIFF);
    expect(file?.name).toBe("x.ts");
    expect(file?.rows).toEqual([
      { kind: "same", left: { number: 1, text: "one" }, right: { number: 1, text: "one" } },
      { kind: "changed", left: { number: 2, text: "two" }, right: { number: 2, text: "2" } },
      { kind: "changed", left: { number: 3, text: "three" }, right: { number: 3, text: "3" } },
      { kind: "changed", left: null, right: { number: 4, text: "3½" } },
      { kind: "same", left: { number: 4, text: "four" }, right: { number: 5, text: "four" } },
      { kind: "gap", text: "function tail()" },
      { kind: "changed", left: { number: 20, text: "end" }, right: { number: 21, text: "END" } },
    ]);
  });

  test("lines that look like heads stay lines inside a hunk", () => {
    const [file] = parseDiff("--- a\n+++ b\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n same\n");
    expect(file?.rows).toHaveLength(2);
    expect(file?.rows[0]).toEqual({
      kind: "changed",
      left: { number: 1, text: "-- old" },
      right: { number: 1, text: "++ new" },
    });
  });

  test("a hunk that promises more lines than it has ends where the next one begins", () => {
    const [file] = parseDiff("--- a\n+++ b\n@@ -1,9 +1,9 @@\n-a\n+b\n@@ -20 +20 @@\n-c\n+d\n");
    expect(file?.rows.map(({ kind }) => kind)).toEqual(["changed", "gap", "changed"]);
  });

  test("a new and a deleted file keep their name", () => {
    expect(parseDiff("--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1 @@\n+a\n")[0]?.name).toBe("new.ts");
    expect(parseDiff("--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")[0]?.name).toBe("old.ts");
  });

  test("any text is some diff, and no line is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.string().map((text) => `+${text.replaceAll("\n", "")}`)), (lines) => {
        const rows = parseDiff(`@@ -0,0 +1,${lines.length} @@\n${lines.join("\n")}`).flatMap(
          (file) => file.rows,
        );
        const texts = rows.flatMap((row) =>
          row.kind === "changed" && row.right !== null ? [row.right.text] : [],
        );
        expect(texts).toEqual(lines.map((line) => line.slice(1)));
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseDiff(text)));
  });

  test("what differs within a line is found from both ends", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, a, b, tail) => {
        const { start, end } = changedWords(head + a + tail, head + b + tail);
        expect((head + a + tail).slice(0, start)).toBe((head + b + tail).slice(0, start));
        expect(start + end).toBeLessThanOrEqual(
          Math.min(a.length, b.length) + head.length + tail.length,
        );
      }),
    );
  });
});
