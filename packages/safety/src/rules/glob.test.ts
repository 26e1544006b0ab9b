import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { covers, literalGlob, matchesGlob } from "./glob.ts";

test("PERM-2 (part): globs match as they say", () => {
  const yes = [
    ["git *", "git push origin", "text"],
    ["*", "", "text"],
    ["a?c", "abc", "text"],
    ["a\\*", "a*", "text"],
    ["src/*.ts", "src/a.ts", "path"],
    ["src/**", "src/a/b.ts", "path"],
    ["src/**", "src", "path"],
    ["**/x", "x", "path"],
    ["a/**/b", "a/b", "path"],
    ["a/**/b", "a/c/d/b", "path"],
    ["*a*b", "xaxbxab", "text"],
    ["**/*.pem", "a/b/c.pem", "path"],
  ] as const;
  const no = [
    ["git", "git push", "text"],
    ["a\\*", "ab", "text"],
    ["src/*", "src/a/b", "path"],
    ["src/?", "src//", "path"],
    ["*.ts", "a/b.ts", "path"],
    ["a/*/b", "a/c/d/b", "path"],
    ["", "a", "text"],
  ] as const;
  expect(yes.filter(([glob, text, kind]) => !matchesGlob(glob, text, kind))).toEqual([]);
  expect(no.filter(([glob, text, kind]) => matchesGlob(glob, text, kind))).toEqual([]);
});

test("a glob agrees with the same pattern as a regular expression", () => {
  const piece = fc.constantFrom("a", "b", "/", "*", "**", "?");
  const text = fc
    .array(fc.constantFrom("a", "b", "/"), { maxLength: 8 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, subject) => {
      const glob = pieces.join("");
      const source = glob.replaceAll(/\*\*|\*|\?/g, (found) => (found === "?" ? "[^]" : "[^]*"));
      expect(matchesGlob(glob, subject, "text")).toBe(new RegExp(`^${source}$`).test(subject));
    }),
  );
});

test("SEC-7 (part): no pattern takes long", () => {
  const stars = "*a".repeat(500);
  expect(matchesGlob(`${stars}b`, "a".repeat(5_000), "text")).toBe(false);
  expect(matchesGlob(`${"**/*".repeat(50)}b`, "a/".repeat(2_000), "path")).toBe(false);
});

test("a literal glob is its text", () => {
  expect(literalGlob("rm \\*.tmp")).toBe("rm *.tmp");
  expect(literalGlob("rm *.tmp")).toBeNull();
});

test("one glob covers another only when it surely does", () => {
  expect(covers("git *", "git push *", "text")).toBe(true);
  expect(covers("git push *", "git *", "text")).toBe(false);
  expect(covers("src/**", "src/a/*", "path")).toBe(true);
  expect(covers("src/*", "src/**", "path")).toBe(false);
  const glob = fc
    .array(fc.constantFrom("a", "b", " ", "*"), { maxLength: 5 })
    .map((all) => all.join(""));
  const text = fc
    .array(fc.constantFrom("a", "b", " "), { maxLength: 6 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(glob, glob, text, (wide, narrow, subject) => {
      fc.pre(covers(wide, narrow, "text") && matchesGlob(narrow, subject, "text"));
      expect(matchesGlob(wide, subject, "text")).toBe(true);
    }),
  );
});
