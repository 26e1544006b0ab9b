import { describe, expect, test } from "bun:test";
import type { Tool } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import { MemoryFiles, MemorySeen } from "../testing/memory-files.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { multiEditTool } from "./multi-edit.ts";
import { patchEditTool } from "./patch-edit.ts";
import { replaceEditTool } from "./replace-edit.ts";
import type { EditServices } from "./text-file.ts";

function rig(
  given: Readonly<Record<string, string | Uint8Array>>,
  make: (s: EditServices) => Tool,
) {
  const files = new MemoryFiles(given);
  const seen = new MemorySeen();
  const changed: string[] = [];
  const tool = make({ files, seen, onChanged: (paths) => void changed.push(...paths) });
  return {
    files,
    seen,
    changed,
    run: (args: JsonObject) => runTool(tool, args, bench("/")),
    told: (args: JsonObject) => told(tool, args, bench("/")),
  };
}

describe("the variant replace", () => {
  test("EDIT-2: edits, tells what changed, and gives faces a diff", async () => {
    const { run, files, changed, seen } = rig({ "a.ts": "one\ntwo\n" }, replaceEditTool);
    const end = await run({ path: "a.ts", search: "two", replace: "2\n3" });
    expect(textOf(end)).toBe("Edited a.ts (+2 −1).");
    expect(files.text("a.ts")).toBe("one\n2\n3\n");
    expect(end.details.changedFiles).toEqual(["a.ts"]);
    expect(JSON.stringify(end.details.data)).toContain("-two\\n+2\\n+3");
    expect(changed).toEqual(["/place/a.ts"]);
    expect(seen.hashOf("/place/a.ts")).not.toBeNull();
  });

  test("EDIT-2: an empty search creates, and does not overwrite", async () => {
    const { told: say, files } = rig({ "a.ts": "x" }, replaceEditTool);
    expect(await say({ path: "b.ts", search: "", replace: "new\n" })).toBe(
      "Created b.ts (1 lines).",
    );
    expect(await say({ path: "a.ts", search: "", replace: "new" })).toStartWith("! a.ts exists.");
    expect(files.text("a.ts")).toBe("x");
  });

  test("FS-10: a file that changed since the model read it is not edited", async () => {
    const { told: say, seen, files } = rig({ "a.ts": "x" }, replaceEditTool);
    seen.note("/place/a.ts", "of an older version");
    expect(await say({ path: "a.ts", search: "x", replace: "y" })).toBe(
      "! stale, re-read: a.ts has changed on disk since you last saw it. Read it again, then repeat the change.",
    );
    expect(files.text("a.ts")).toBe("x");
  });

  test("EDIT-13: mark, encoding and broken bytes: kept, or refused", async () => {
    const wide = Buffer.from("\uFEFFä\r\nb\r\n", "utf16le");
    const { told: say, files } = rig(
      {
        "m.txt": "\uFEFFa\n",
        "w.txt": wide,
        "l.txt": Buffer.from("caf\xe9 au lait, caf\xe9 noir", "latin1"),
        "b.bin": Buffer.from([0, 1, 2]),
      },
      replaceEditTool,
    );
    await say({ path: "m.txt", search: "a", replace: "b" });
    expect(files.text("m.txt")).toBe("\uFEFFb\n");
    await say({ path: "w.txt", search: "ä\n", replace: "ö\nx\n" });
    expect(Buffer.from(files.contents.get("w.txt") ?? []).toString("utf16le")).toBe(
      "\uFEFFö\r\nx\r\nb\r\n",
    );
    expect(await say({ path: "l.txt", search: "lait", replace: "x" })).toContain("no utf-8 text");
    expect(await say({ path: "b.bin", search: "x", replace: "y" })).toContain("is no text");
  });
});

describe("multi_edit", () => {
  test("EDIT-6: all of them, each on what the one before left", async () => {
    const { run, files } = rig({ "a.ts": "a b\n" }, multiEditTool);
    await run({
      path: "a.ts",
      edits: [
        { search: "a", replace: "b" },
        { search: "b b", replace: "c" },
      ],
    });
    expect(files.text("a.ts")).toBe("c\n");
  });

  test("EDIT-6: one that does not apply, and none is written", async () => {
    const { told: say, files } = rig({ "a.ts": "a b\n" }, multiEditTool);
    const edits = [
      { search: "a", replace: "x" },
      { search: "zzz", replace: "y" },
    ];
    expect(await say({ path: "a.ts", edits })).toStartWith(
      "! a.ts was not edited: edits[1] of 2 does not apply.",
    );
    expect(files.text("a.ts")).toBe("a b\n");
  });
});

describe("the variant patch", () => {
  const patch = [
    "*** Begin Patch",
    "*** Update File: a.ts",
    "@@",
    "-one",
    "+1",
    "*** Add File: n.ts",
    "+new",
    "*** Delete File: d.ts",
    "*** Update File: m.ts",
    "*** Move to: moved.ts",
    "@@",
    "-x",
    "+y",
    "*** End Patch",
  ].join("\n");

  test("EDIT-7: several files at once", async () => {
    const { run, files } = rig({ "a.ts": "one\n", "d.ts": "d", "m.ts": "x\n" }, patchEditTool);
    const end = await run({ patch });
    expect(textOf(end)).toBe(
      "Edited a.ts (+1 −1).\nCreated n.ts (1 lines).\nDeleted d.ts.\nCreated moved.ts (1 lines).\nDeleted m.ts.",
    );
    expect([...files.contents.keys()].sort()).toEqual(["a.ts", "moved.ts", "n.ts"]);
    expect(files.text("moved.ts")).toBe("y\n");
  });

  test("EDIT-7: a hunk that does not apply leaves every file alone", async () => {
    const { told: say, files } = rig(
      { "a.ts": "one\n", "d.ts": "d", "m.ts": "?\n" },
      patchEditTool,
    );
    expect(await say({ patch })).toStartWith(
      "! Nothing was changed: hunk 1 of m.ts does not apply.",
    );
    expect([...files.contents.keys()].sort()).toEqual(["a.ts", "d.ts", "m.ts"]);
    expect(files.text("a.ts")).toBe("one\n");
  });

  test("EDIT-7: when the disk fails half way, what was written is put back", async () => {
    const { told: say, files } = rig(
      { "a.ts": "one\n", "d.ts": "d", "m.ts": "x\n" },
      patchEditTool,
    );
    files.broken = "moved.ts";
    expect(await say({ patch })).toBe("! the disk is full");
    expect(
      Object.fromEntries([...files.contents.keys()].map((name) => [name, files.text(name)])),
    ).toEqual({
      "a.ts": "one\n",
      "d.ts": "d",
      "m.ts": "x\n",
    });
  });

  test("what the gate is told: every path of the patch", () => {
    const services = { files: new MemoryFiles(), seen: new MemorySeen(), onChanged: () => {} };
    const prepared = patchEditTool(services).prepare({ patch });
    expect(prepared).toMatchObject({
      ok: true,
      call: { subject: "a.ts\nn.ts\nd.ts\nm.ts\nmoved.ts", effect: "write" },
    });
  });
});
