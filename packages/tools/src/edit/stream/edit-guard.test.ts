import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { JsonObject } from "@squire/protocol";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { outlineOf } from "../chunk/outline.ts";
import { editTools } from "../edit-tools.ts";
import type { EditVariant } from "../edit-tools.ts";
import { anchorsOf } from "../hashline/anchors.ts";
import { editGuard } from "./edit-guard.ts";
import type { GuardOptions } from "./edit-guard.ts";

const TEXT = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n";
const LINES = TEXT.replace(/\n$/, "").split("\n");
const ANCHORS = anchorsOf(LINES);

function rig(variant: EditVariant, options: Partial<GuardOptions> = {}) {
  const files = new MemoryFiles({ "a.ts": TEXT });
  const services = { files, seen: new MemorySeen(), onChanged: () => {} };
  return { files, services, guard: editGuard(services, { variant, ...options }) };
}

/** The first reason that a streamed call meets, and how many characters had come in then. */
async function streamed(
  { guard }: Pick<ReturnType<typeof rig>, "guard">,
  args: JsonObject,
  { name = "edit", piece = 1 } = {},
): Promise<{ readonly reason: string; readonly at: number } | null> {
  const whole = JSON.stringify(args);
  for (let at = piece; ; at += piece) {
    const argsText = whole.slice(0, at);
    const reason = await guard.guardCall({ name, argsText });
    if (reason !== null) return { reason, at: argsText.length };
    if (at >= whole.length) return null;
  }
}

const LONG = "x\n".repeat(200);

async function sumOf(path: string): Promise<string> {
  const { chunks } = await outlineOf("TypeScript", LINES);
  return `${path}#${chunks.find((chunk) => chunk.path === path)?.sum}`;
}

describe("LOOP-23 (part): edits that can no longer apply", () => {
  test.each([
    ["replace", "edit", { path: "no.ts", search: "return 1", replace: LONG }, "There is no no.ts"],
    [
      "replace",
      "edit",
      { path: "../a.ts", search: "return 1", replace: LONG },
      "out of the workspace",
    ],
    ["replace", "edit", { path: "a.ts", search: "return 3", replace: LONG }, "was not edited."],
    ["replace", "edit", { path: "a.ts", search: "", replace: LONG }, "a.ts exists"],
    [
      "replace",
      "multi_edit",
      {
        path: "a.ts",
        edits: [
          { search: "return 1", replace: "return 3" },
          { search: "return 1", replace: LONG },
        ],
      },
      "was not edited.",
    ],
    [
      "hashline",
      "edit",
      { path: "a.ts", ops: [{ op: "replace", at: "2#zzzz", text: LONG }] },
      "2#zzzz is stale. These lines are there now:",
    ],
    [
      "chunk",
      "edit",
      { path: "a.ts", ops: [{ op: "replace", at: "a#zzzz", text: LONG }] },
      "a#zzzz is stale. It is now:",
    ],
    [
      "patch",
      "edit",
      {
        patch: `*** Begin Patch\n*** Update File: a.ts\n@@\n-nowhere\n+x\n*** Add File: b.ts\n${LONG.replaceAll("x", "+x")}*** End Patch`,
      },
      "hunk 1 of a.ts does not apply",
    ],
  ] as const)("LOOP-23 (part): %s %s is stopped early: %j", async (variant, name, args, words) => {
    const stopped = await streamed(rig(variant), args, { name });
    expect(stopped?.reason).toContain(words);
    // Long before the new text has come in.
    expect(stopped?.at).toBeLessThan(JSON.stringify(args).length - LONG.length);
  });

  test("LOOP-23 (part): what is stale is said as the tool says it", async () => {
    for (const variant of ["replace", "hashline", "chunk"] as const) {
      const { guard, services } = rig(variant);
      services.seen.note("/place/a.ts", "of an older version");
      const ops = [{ op: "delete", at: variant === "chunk" ? "a#zzzz" : "1#zzzz" }];
      const args = variant === "replace" ? { search: "return 1", replace: "" } : { ops };
      const stopped = await streamed({ guard }, { path: "a.ts", ...args });
      expect(stopped?.reason).toContain("stale, re-read");
    }
  });

  test("LOOP-23: an edit that applies is never stopped, however it is cut", async () => {
    const valid: readonly (readonly [EditVariant, string, JsonObject])[] = [
      ["replace", "edit", { path: "a.ts", search: "return 1", replace: 'say("\\n*** x")' }],
      ["replace", "edit", { replace: "new", path: "a.ts", search: "return 1" }],
      ["replace", "edit", { path: "a.ts", search: "return", replace: "give", all: true }],
      ["replace", "edit", { path: "new.ts", search: "", replace: "new" }],
      [
        "replace",
        "multi_edit",
        {
          path: "a.ts",
          edits: [
            { search: "return 1", replace: "return 3" },
            { search: "return 3", replace: "return 4" },
            { all: true, search: "return", replace: "give" },
          ],
        },
      ],
      [
        "hashline",
        "edit",
        {
          path: "a.ts",
          ops: [
            { op: "replace", at: ANCHORS[1] ?? "", text: '  return "1";' },
            { text: "x", to: ANCHORS[5] ?? "", at: ANCHORS[4] ?? "", op: "replace" },
          ],
        },
      ],
      [
        "chunk",
        "edit",
        {
          path: "a.ts",
          ops: [
            { op: "splice", at: await sumOf("a"), search: "return 1", text: "return 3" },
            { op: "delete", at: await sumOf("b") },
          ],
        },
      ],
      [
        "patch",
        "edit",
        {
          patch:
            "*** Begin Patch\n*** Update File: a.ts\n@@\n-  return 1;\n+  return 3;\n*** Add File: n.ts\n+*** End Patch\n*** Update File: n.ts\n@@\n *** End Patch\n+x\n*** End Patch\n",
        },
      ],
      [
        "patch",
        "edit",
        { patch: "--- a/a.ts\n+++ b/a.ts\n@@ -2 +2 @@\n-  return 1;\n+  return 3;\n" },
      ],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...valid),
        fc.integer({ min: 1, max: 9 }),
        async ([variant, name, args], piece) => {
          const { guard, services, files } = rig(variant);
          expect(await streamed({ guard }, args, { name, piece })).toBeNull();
          const tool = editTools(services, variant).find((one) => one.name === name);
          if (tool === undefined) throw new Error("no tool");
          expect(await told(tool, args, bench("/"))).not.toStartWith("!");
          expect(files.text("a.ts") !== TEXT || files.text("new.ts") === "new").toBe(true);
        },
      ),
    );
  });

  test("LOOP-23: an edit of what an earlier call of the reply makes is not stopped", async () => {
    const second = { path: "a.ts", search: "return 3", replace: "return 4" };
    const first = { path: "a.ts", search: "return 1", replace: "return 3" };
    const { guard } = rig("replace", { isReader: (name) => name === "read" });
    expect(await streamed({ guard }, first)).toBeNull();
    expect(await streamed({ guard }, second)).toBeNull();
    guard.startStep();
    expect((await streamed({ guard }, second))?.reason).toContain("was not edited");
    guard.startStep();
    expect(await streamed({ guard }, { path: "a.ts" }, { name: "read" })).toBeNull();
    expect((await streamed({ guard }, second))?.reason).toContain("was not edited");
    guard.startStep();
    expect(await streamed({ guard }, { command: "make" }, { name: "bash" })).toBeNull();
    expect(await streamed({ guard }, second)).toBeNull();
    guard.startStep();
    expect(await streamed({ guard }, { path: "b.ts", content: "x" }, { name: "write" })).toBeNull();
    expect((await streamed({ guard }, second))?.reason).toContain("was not edited");
  });

  test("LOOP-23 (part): each thing is looked at once, not at every delta", async () => {
    const { guard, files } = rig("replace");
    let reads = 0;
    const plain = files.read.bind(files);
    files.read = (place) => {
      reads++;
      return plain(place);
    };
    const replace = 'say("x");\n'.repeat(100);
    expect(await streamed({ guard }, { path: "a.ts", search: "return 1", replace })).toBeNull();
    // When the search is whole, and when all is.
    expect(reads).toBe(2);
  });
});
