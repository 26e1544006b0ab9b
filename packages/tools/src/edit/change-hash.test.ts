import { describe, expect, test } from "bun:test";
import { changeHash } from "./change-hash.ts";

describe("EDIT-9 (part): the same change by another tool", () => {
  const before = "a\nb\nc\n";
  const after = "a\nB\nc\n";

  test("EDIT-9 (part): is known by its content, wherever else the file has changed", () => {
    const hash = changeHash("/w/a", before, after);
    expect(changeHash("/w/a", before, after)).toBe(hash);
    expect(changeHash("/w/a", `new\n${before}`, `new\n${after}`)).toBe(hash);
    expect(changeHash("/w/a", before.replaceAll("\n", "\r\n"), after.replace("B", "B  "))).toBe(
      hash,
    );
  });

  test("EDIT-9 (part): another path, another content or the way back is another change", () => {
    const all = [
      changeHash("/w/a", before, after),
      changeHash("/w/b", before, after),
      changeHash("/w/a", after, before),
      changeHash("/w/a", before, "a\nX\nc\n"),
      changeHash("/w/a", null, after),
      changeHash("/w/a", "", after),
      changeHash("/w/a", after, null),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
