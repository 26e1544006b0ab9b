import { describe, expect, test } from "bun:test";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { patchEditTool } from "../patch-edit.ts";

type Texts = Readonly<Record<string, string>>;

async function patched(
  before: Texts,
  patch: string,
  seen = new MemorySeen(),
): Promise<{ readonly after: Texts; readonly words: string }> {
  const files = new MemoryFiles(before);
  const tool = patchEditTool({ files, seen, onChanged: () => {} });
  const words = await told(tool, { patch }, bench("/"));
  const names = [...files.contents.keys()].sort();
  return { after: Object.fromEntries(names.map((name) => [name, files.text(name) ?? ""])), words };
}

const begin = (...lines: readonly string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

type Scenario = readonly [what: string, before: Texts, patch: string, after: Texts];

const APPLIED: readonly Scenario[] = [
  [
    "several hunks of one file",
    { "list.txt": "ant\nbee\ncat\ndog\n" },
    begin("*** Update File: list.txt", "@@", "-bee", "+BEE", "@@", "-dog", "+DOG"),
    { "list.txt": "ant\nBEE\ncat\nDOG\n" },
  ],
  [
    "a move into a folder that is not there",
    { "here.txt": "old\n" },
    begin("*** Update File: here.txt", "*** Move to: far/away/there.txt", "@@", "-old", "+new"),
    { "far/away/there.txt": "new\n" },
  ],
  [
    "a move without a hunk",
    { "here.txt": "same\n" },
    begin("*** Update File: here.txt", "*** Move to: there.txt"),
    { "there.txt": "same\n" },
  ],
  [
    "an added file over one that is there",
    { "twice.txt": "first\n" },
    begin("*** Add File: twice.txt", "+second"),
    { "twice.txt": "second\n" },
  ],
  [
    "lines that are only added",
    { "log.txt": "one\ntwo\n" },
    begin("*** Update File: log.txt", "@@", "+three", "+four"),
    { "log.txt": "one\ntwo\nthree\nfour\n" },
  ],
  [
    "lines that are only taken away",
    { "log.txt": "one\ntwo\nthree\n" },
    begin("*** Update File: log.txt", "@@", " one", "-two", " three"),
    { "log.txt": "one\nthree\n" },
  ],
  [
    "the last of equal lines, by the mark of the end",
    { "log.txt": "x\ny\nx\n" },
    begin("*** Update File: log.txt", "@@", "-x", "+z", "*** End of File"),
    { "log.txt": "x\ny\nz\n" },
  ],
  [
    "indented heads of files",
    { "a.txt": "old\n" },
    begin("  *** Update File: a.txt", "@@", "-old", "+new", "  *** Add File: b.txt  ", "+b"),
    { "a.txt": "new\n", "b.txt": "b\n" },
  ],
  [
    "indented marks around the patch",
    { "a.txt": "old\n" },
    " *** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n\t*** End Patch  \n",
    { "a.txt": "new\n" },
  ],
  [
    "letters of any script",
    { "a.txt": "Grüße\nnaïve façade\n終わり\n" },
    begin("*** Update File: a.txt", "@@", " Grüße", "-naïve façade", "+naïve façade 🙂"),
    { "a.txt": "Grüße\nnaïve façade 🙂\n終わり\n" },
  ],
  [
    "a first hunk without @@",
    { "a.txt": "one\ntwo\n" },
    begin("*** Update File: a.txt", " one", "-two", "+2"),
    { "a.txt": "one\n2\n" },
  ],
  [
    "a file deleted",
    { "a.txt": "a\n", "b.txt": "b\n" },
    begin("*** Delete File: a.txt"),
    { "b.txt": "b\n" },
  ],
  [
    "empty lines between files",
    { "a.txt": "a\n", "b.txt": "b\n" },
    begin("", "*** Update File: a.txt", "@@", "-a", "+A", "", "*** Delete File: b.txt", ""),
    { "a.txt": "A\n" },
  ],
  [
    "lines named one behind the other",
    { "a.py": "class A:\n  def f():\n    x\nclass B:\n  def f():\n    x\n" },
    begin("*** Update File: a.py", "@@ class B:", "@@ def f():", "-    x", "+    y"),
    { "a.py": "class A:\n  def f():\n    x\nclass B:\n  def f():\n    y\n" },
  ],
  [
    "context that looks like a mark",
    { "a.md": "*** note\nold\n*** End Patch\n" },
    begin("*** Update File: a.md", "@@", " *** note", "-old", "+new", " *** End Patch"),
    { "a.md": "*** note\nnew\n*** End Patch\n" },
  ],
  [
    "a last line without an end that is not touched",
    { "a.txt": "one\ntwo" },
    begin("*** Update File: a.txt", "@@", "-one", "+1"),
    { "a.txt": "1\ntwo" },
  ],
  [
    "a patch inside a shell command",
    { "a.txt": "one\n" },
    `apply_patch <<'EOF'\n${begin("*** Update File: a.txt", "@@", "-one", "+1")}\nEOF\n`,
    { "a.txt": "1\n" },
  ],
  [
    "a unified diff whose numbers are wrong",
    { "a.txt": "one\ntwo\nthree\nfour\n", "b.txt": "x\n" },
    "--- a/a.txt\n+++ b/a.txt\n@@ -7,1 +9,9 @@\n two\n-three\n+3\n+3½\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n+z\n",
    { "a.txt": "one\ntwo\n3\n3½\nfour\n", "b.txt": "y\nz\n" },
  ],
  [
    "a unified diff without numbers",
    { "a.txt": "one\ntwo\n" },
    "--- a.txt\n+++ a.txt\n@@ ... @@\n one\n-two\n+2\n",
    { "a.txt": "one\n2\n" },
  ],
  [
    "a mail with a diff of a text about patches",
    { "a.md": "see\n*** Begin Patch\n" },
    "Subject: x\n---\n a.md | 2 +-\n\n--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-see\n+look\n *** Begin Patch\n-- \n2.40.0\n",
    { "a.md": "look\n*** Begin Patch\n" },
  ],
];

const REFUSED: readonly (readonly [what: string, before: Texts, patch: string, words: string])[] = [
  ["an empty patch", { a: "a\n" }, begin(), "changes nothing"],
  [
    "context that is not there",
    { a: "one\n" },
    begin("*** Update File: a", "@@", "-two", "+2"),
    "hunk 1 of a",
  ],
  ["a missing file, deleted", {}, begin("*** Delete File: no.txt"), "There is no no.txt"],
  ["a folder, deleted", { "dir/a": "a" }, begin("*** Delete File: dir"), "There is no dir"],
  [
    "a missing file, updated",
    {},
    begin("*** Update File: no.txt", "@@", "-a", "+b"),
    "There is no no.txt",
  ],
  [
    "a head that is none",
    { a: "a\n" },
    begin("*** Frobnicate File: a"),
    "no beginning of a change",
  ],
  ["an update with nothing but @@", { a: "a\n" }, begin("*** Update File: a", "@@"), "empty"],
  [
    "a second file that fails, and with it the first",
    { a: "a\n" },
    begin("*** Add File: new", "+n", "*** Update File: no", "@@", "-a", "+b"),
    "There is no no",
  ],
  [
    "hunks in another order than the file",
    { a: "1\n2\n3\n" },
    begin("*** Update File: a", "@@", "-3", "+c", "@@", "-1", "+a"),
    "in the order of the file",
  ],
  [
    "a unified diff with a line that has lost its blank",
    { a: "1\n2\n3\n" },
    "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n-1\n+one\n2\n-3\n+three\n",
    "belongs to no hunk",
  ],
  ["a file outside", {}, begin("*** Add File: ../out", "+x"), "leads out of the workspace"],
];

describe("EDIT-7: patches as models write them", () => {
  test.each(APPLIED)("EDIT-7: %s", async (_what, before, patch, after) => {
    const end = await patched(before, patch);
    expect(end.words).not.toStartWith("!");
    expect(end.after).toEqual(after);
  });

  test.each(REFUSED)("EDIT-7: refused: %s", async (_what, before, patch, words) => {
    const end = await patched(before, patch);
    expect(end.words).toStartWith("! ");
    expect(end.words).toContain(words);
    expect(end.after).toEqual(before);
  });

  test("FS-10: a patch writes over no file that has changed since it was seen", async () => {
    const seen = new MemorySeen();
    seen.note("/place/a.txt", "of an older version");
    const end = await patched({ "a.txt": "a\n" }, begin("*** Add File: a.txt", "+b"), seen);
    expect(end.words).toContain("stale, re-read");
    expect(end.after).toEqual({ "a.txt": "a\n" });
  });
});
