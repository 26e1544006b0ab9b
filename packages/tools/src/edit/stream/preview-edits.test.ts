import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { outlineOf } from "../chunk/outline.ts";
import { editTools } from "../edit-tools.ts";
import type { EditVariant } from "../edit-tools.ts";
import { anchorsOf } from "../hashline/anchors.ts";
import { applyHunks } from "../patch/apply-hunks.ts";
import { parsePatch } from "../patch/parse-patch.ts";
import { previewEdits } from "./preview-edits.ts";

const TEXT = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n";
const LINES = TEXT.replace(/\n$/, "").split("\n");
const ANCHORS = anchorsOf(LINES);

function preview(variant: EditVariant, texts: Readonly<Record<string, string>> = { "a.ts": TEXT }) {
  const asked: string[] = [];
  const show = previewEdits({
    variant,
    readText: async (path) => {
      asked.push(path);
      return texts[path] ?? null;
    },
  });
  return { asked, show: (argsText: string, name = "edit") => show({ name, argsText }) };
}

function patched(text: string, diff: string): string {
  const parsed = parsePatch(diff);
  const [change] = parsed.ok ? parsed.changes : [];
  if (change?.type !== "update") throw new Error(`no diff: ${diff}`);
  const result = applyHunks(text, change.hunks);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

describe("EDIT-8 (part): the diff of an edit that still comes in", () => {
  test("EDIT-8 (part): it grows with the arguments", async () => {
    const { show, asked } = preview("replace");
    expect(await show('{"path":"a.t')).toBeNull();
    expect((await show('{"path":"a.ts","search":"return'))?.files).toEqual([
      { name: "a.ts", diff: "--- a.ts\n+++ a.ts", added: 0, removed: 0 },
    ]);
    const half = await show('{"path":"a.ts","search":"return 1","replace":"return 3;\\n  // ne');
    expect(half).toEqual({
      files: [
        {
          name: "a.ts",
          diff: [
            "--- a.ts",
            "+++ a.ts",
            "@@ -1,5 +1,6 @@",
            " function a() {",
            "-  return 1;",
            "+  return 3;",
            "+  // ne;",
            " }",
            " ",
            " function b() {",
          ].join("\n"),
          added: 2,
          removed: 1,
        },
      ],
      isWhole: false,
    });
    expect(await show('{"path":"a.ts","search":"return 1","replace":"return 3"}')).toMatchObject({
      isWhole: true,
      files: [{ added: 1, removed: 1 }],
    });
    expect(asked).toEqual(["a.ts"]);
  });

  test("EDIT-8 (part): a new file, a text that is not there, another tool", async () => {
    const { show } = preview("replace");
    const made = await show('{"path":"n.ts","search":"","replace":"one\\ntw');
    expect(made?.files[0]?.diff).toBe("--- n.ts\n+++ n.ts\n@@ -0,0 +1,2 @@\n+one\n+tw");
    const missed = await show('{"path":"a.ts","search":"zzz","replace":"one');
    expect(missed?.files[0]).toMatchObject({ added: 0, removed: 0 });
    expect(await show('{"path":"a.ts"}', "read")).toBeNull();
    expect(await show("no json at all")).toBeNull();
  });

  test("EDIT-8 (part): a patch is shown file by file", async () => {
    const { show, asked } = preview("patch");
    const patch =
      "*** Begin Patch\n*** Update File: a.ts\n@@\n-  return 1;\n+  return 3;\n*** Add File: n.ts\n+one\n+tw";
    const shown = await show(JSON.stringify({ patch }).slice(0, -2));
    expect(shown?.files).toEqual([
      {
        name: "a.ts",
        diff: "--- a.ts\n+++ a.ts\n@@\n-  return 1;\n+  return 3;",
        added: 1,
        removed: 1,
      },
      { name: "n.ts", diff: "--- n.ts\n+++ n.ts\n+one", added: 1, removed: 0 },
    ]);
    const unified =
      "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n";
    expect((await show(JSON.stringify({ patch: unified })))?.files).toMatchObject([
      { name: "a.ts", added: 1, removed: 1 },
      { name: "b.ts", added: 0, removed: 1 },
    ]);
    expect(asked).toEqual([]);
  });

  test("EDIT-8 (part): once whole, it is what the tool then does; before, it never fails", async () => {
    const { chunks } = await outlineOf("TypeScript", LINES);
    const sum = (path: string): string => `${path}#${chunks.find((one) => one.path === path)?.sum}`;
    const word = fc.constantFrom("x", "return 3;", "", "  deep\n", '"quoted"', "ä\n\n", "}");
    const line = fc.nat({ max: LINES.length - 1 });
    const cases = fc.oneof(
      fc.tuple(fc.constant("replace" as const), word).map(([variant, text]) => ({
        variant,
        args: { path: "a.ts", search: "return 1;", replace: text },
      })),
      fc.tuple(fc.constant("hashline" as const), word, line, line).map(([variant, text, a, b]) => ({
        variant,
        args: {
          path: "a.ts",
          ops: [
            {
              op: "replace",
              at: ANCHORS[Math.min(a, b)] ?? "",
              to: ANCHORS[Math.max(a, b)] ?? "",
              text,
            },
            { op: "insert_after", at: ANCHORS[Math.max(a, b)] ?? "", text: "after" },
          ],
        },
      })),
      fc.tuple(fc.constant("chunk" as const), word).map(([variant, text]) => ({
        variant,
        args: {
          path: "a.ts",
          ops: [
            { op: "append", at: sum("a"), text },
            { op: "splice", at: sum("b"), search: "return 2;", text },
          ],
        },
      })),
    );
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(), async ({ variant, args }, cut) => {
        const files = new MemoryFiles({ "a.ts": TEXT });
        const services = { files, seen: new MemorySeen(), onChanged: () => {} };
        const [tool] = editTools(services, variant);
        if (tool === undefined) throw new Error("no tool");
        const { show } = preview(variant);
        const whole = JSON.stringify(args);
        await show(whole.slice(0, cut % whole.length));
        const shown = await show(whole);
        const words = await told(tool, args, bench("/"));
        fc.pre(!words.startsWith("!"));
        expect(patched(TEXT, shown?.files[0]?.diff ?? "")).toBe(files.text("a.ts") ?? "");
      }),
    );
  });
});
