import { describe, expect, test } from "bun:test";
import { ignoreRules, ignoreTest, isLeftOut } from "./ignore-rules.ts";

/** A path that ends in `/` is a folder. */
function isIgnored(gitignore: string, path: string): boolean {
  const test = ignoreTest(ignoreRules(gitignore));
  return isLeftOut(test, path.replace(/\/$/, ""), path.endsWith("/"));
}

describe("SES-20: what is left out", () => {
  test.each([
    ["a name anywhere", "*.log", "a/b/x.log", "a/x.logs"],
    ["a folder only", "tmp/", "a/tmp/x", "a/tmp"],
    ["from the root", "/out", "out", "a/out"],
    ["a slash inside also means from the root", "a/b", "a/b/c", "x/a/b"],
    ["any folders before", "**/b/c", "x/y/b/c", "b/x/c"],
    ["any folders between", "a/**/c", "a/x/y/c", "b/x/c"],
    ["none between is fine", "a/**/c", "a/c", "a/cc"],
    ["all inside, not the folder", "a/**", "a/x", "a"],
    ["one character", "?.txt", "b.txt", "ab.txt"],
    ["a range", "[a-c]x", "bx", "dx"],
    ["not a range", "[!a-c]x", "dx", "bx"],
    ["a bracket in a class", "[]x]", "]", "["],
    ["escaped", "\\*x", "*x", "ax"],
    ["an escaped hash", "\\#x", "#x", "x"],
    ["spaces at the end do not count", "x  ", "x", "x  "],
    ["a later line takes back", "*.log\n!keep.log", "a.log", "keep.log"],
    ["lines of Windows", "a\r\nb\r\n", "b", "c"],
    ["names beyond ASCII", "é?", "é👍", "é"],
  ])("SES-20: %s", (_, gitignore, ignored, seen) => {
    expect([isIgnored(gitignore, ignored), isIgnored(gitignore, seen)]).toEqual([true, false]);
  });

  test("SES-20: comments, empty lines and broken brackets ignore nothing", () => {
    for (const path of ["a", "#a", "[a", "a/b"])
      expect(isIgnored("#a\n\n[a\n/\n!", path)).toBe(false);
  });

  test("SES-20: folders of tools are left out at any depth, files of that name are not", () => {
    expect(isIgnored("", "a/node_modules/b/c.js")).toBe(true);
    expect(isIgnored("", "a/node_modules")).toBe(false);
    expect(isIgnored("", "src/build.ts")).toBe(false);
  });

  test.each([".git", "a/.git/config", ".GIT/x", ".git./x", "git~1/x", "a/.hg/x"])(
    "SES-22: %s is a repository's own, whatever a .gitignore says",
    (path) => {
      expect(isIgnored("!.git\n!*", path)).toBe(true);
    },
  );

  test("SES-20: local settings are kept although git ignores them", () => {
    const gitignore = ".env*\n*.local\n*.local.*\nsecret/";
    for (const path of [".env", "a/.env.production", "x.local", "settings.local.json"]) {
      expect([path, isIgnored(gitignore, path)]).toEqual([path, false]);
    }
    expect(isIgnored(gitignore, ".environment")).toBe(true);
    expect(isIgnored(gitignore, "secret/.env")).toBe(true);
  });

  test("SEC-6: a hostile pattern takes no longer than its size allows", () => {
    const stars = `${"*a".repeat(60)}b`;
    const folders = `${"**/a/".repeat(40)}b`;
    expect(isIgnored(stars, "a".repeat(2000))).toBe(false);
    expect(isIgnored(folders, `${"a/".repeat(400)}c`)).toBe(false);
    expect(isIgnored("*\n".repeat(100_000), "a")).toBe(true);
  });
});
