import { expect, test } from "bun:test";
import fc from "fast-check";
import { relocate } from "./relocate.ts";

const FILE = "import a;\n\nfunction one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";

test("LOOP-25 (part): a cited line is found again when lines come and go above it", () => {
  const place = { quote: "  return 2;", line: 8 };
  expect(relocate(place, FILE)).toEqual({ status: "same", line: 8 });
  expect(relocate(place, `// new\n// lines\n${FILE}`)).toEqual({ status: "moved", line: 10 });
  expect(relocate(place, FILE.replace("import a;\n\n", ""))).toEqual({ status: "moved", line: 6 });
  expect(relocate(place, FILE.replace("return 2", "return 3"))).toEqual({
    status: "gone",
    line: null,
  });
});

test("LOOP-25 (part): of several places the nearest one, and only where all of its lines stand", () => {
  const twice = `${FILE}${FILE}`;
  expect(relocate({ quote: "  return 1;", line: 14 }, twice)).toEqual({
    status: "moved",
    line: 13,
  });
  const both = { quote: "function two() {\n  return 2;", line: 7 };
  expect(relocate(both, `x\n${FILE}`)).toEqual({ status: "moved", line: 8 });
  expect(relocate(both, FILE.replace("  return 2;", "  return 1;")).status).toBe("gone");
});

test("LOOP-25 (part): whatever is put above, a line that stands once is found where it now is", () => {
  const lines = fc.array(
    fc.string().filter((text) => !text.includes("\n") && !text.includes("unlike")),
  );
  fc.assert(
    fc.property(lines, lines, lines, (above, between, added) => {
      const before = [...above, "the line unlike any other", ...between].join("\n");
      const place = { quote: "the line unlike any other", line: above.length + 1 };
      expect(relocate(place, before).status).toBe("same");
      const now = [...added, before].join("\n");
      expect(relocate(place, now).line).toBe(added.length + above.length + 1);
    }),
  );
});
