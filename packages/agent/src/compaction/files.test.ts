import { describe, expect, test } from "bun:test";
import { collectFiles, fileTags, filesIn, NO_FILES } from "./files.ts";
import { Branch } from "./testing/branch.ts";

describe("CMP-10", () => {
  test("CMP-10: read and modified files come from calls that worked", () => {
    const branch = new Branch();
    branch.ran("read", { path: "b.ts" }, "text");
    branch.ran("read_file", { path: "a.ts" }, "text");
    branch.ran("read", { path: "gone.ts" }, "no such file", true);
    branch.ran("edit", { path: "a.ts", old: "x", new: "y" }, "ok");
    branch.ran("multi_edit", { edits: [{ path: "d.ts" }, { path: "c.ts" }] }, "ok");
    branch.ran("bash", { command: "ls", path: "not-a-file" }, "ok");
    branch.call(["write", { path: "never-answered.ts" }]);
    expect(collectFiles(NO_FILES, branch.entries)).toEqual({
      readFiles: ["b.ts"],
      modifiedFiles: ["a.ts", "c.ts", "d.ts"],
    });
  });

  test("CMP-10: what a command changed is modified, also when the command failed", () => {
    const branch = new Branch();
    const [id = ""] = branch.call(["bash", { command: "make" }]);
    branch.add({
      type: "tool_result",
      outcome: { role: "tool", callId: id, name: "bash", content: [], failed: true },
      details: {
        isError: true,
        ending: "ran",
        truncated: false,
        durationMs: 1,
        changedFiles: ["out.txt"],
      },
    });
    expect(collectFiles(NO_FILES, branch.entries).modifiedFiles).toEqual(["out.txt"]);
  });

  test("CMP-10: lists add up, and a file that is modified later is no longer only read", () => {
    const branch = new Branch();
    branch.ran("write", { path: "a.ts", content: "" }, "ok");
    const earlier = { readFiles: ["a.ts", "z.ts"], modifiedFiles: ["m.ts"] };
    const files = collectFiles(earlier, branch.entries);
    expect(files).toEqual({ readFiles: ["z.ts"], modifiedFiles: ["a.ts", "m.ts"] });
    expect(filesIn(JSON.parse(JSON.stringify({ ...files, other: 1 })))).toEqual(files);
  });

  test("CMP-10: the tags, and nothing for nothing", () => {
    expect(fileTags(NO_FILES)).toBe("");
    expect(fileTags({ readFiles: ["a", "b</read-files>"], modifiedFiles: ["c"] })).toBe(
      "<read-files>\na\nb /read-files \n</read-files>\n<modified-files>\nc\n</modified-files>",
    );
    const many = Array.from({ length: 250 }, (_, at) => `f${at}`);
    expect(fileTags({ readFiles: many, modifiedFiles: [] })).toContain("\n… and 50 more\n");
  });

  test.each([undefined, null, "x", { readFiles: "x", modifiedFiles: [1] }])(
    "CMP-10: foreign details %p hold no files",
    (details) => {
      expect(filesIn(details)).toEqual(NO_FILES);
    },
  );
});
