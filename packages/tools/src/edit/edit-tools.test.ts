import { describe, expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { symlink } from "node:fs/promises";
import { systemClock } from "@squire/platform";
import { grepTool } from "../grep/grep.ts";
import { readTool } from "../read/read.ts";
import { scanCache } from "../search/scan/scan-cache.ts";
import { MemoryFiles, MemorySeen } from "../testing/memory-files.ts";
import { servicesFor } from "../testing/services.ts";
import { bench, told } from "../testing/try-tool.ts";
import {
  EDIT_VARIANTS,
  editAnchors,
  editDecorate,
  editTools,
  pickEditVariant,
} from "./edit-tools.ts";
import type { EditVariant } from "./edit-tools.ts";

const NO_FILES = { files: new MemoryFiles(), seen: new MemorySeen(), onChanged: () => {} };

describe("EDIT-1: variants", () => {
  test("EDIT-1 (part): one name, and a schema that follows the variant", () => {
    const offered = Object.fromEntries(
      EDIT_VARIANTS.map((variant) => [
        variant,
        editTools(NO_FILES, variant).map((tool) => [
          tool.name,
          Object.keys(tool.parameters()["properties"] ?? {}).join(" "),
        ]),
      ]),
    );
    expect(offered).toEqual({
      replace: [
        ["edit", "path search replace all"],
        ["multi_edit", "path edits"],
      ],
      hashline: [["edit", "path ops"]],
      chunk: [["edit", "path ops"]],
      patch: [["edit", "patch"]],
      // Hidden: the calls come from the words of a reply.
      blocks: [["edit", "path search replace broken"]],
    });
  });

  test("EDIT-1 (part): what is asked for first is taken, and replace where nothing is known", () => {
    expect(pickEditVariant([undefined, "hashline", "patch"])).toBe("hashline");
    expect(pickEditVariant(["Patch ", "hashline"])).toBe("patch");
    expect(pickEditVariant(["no such", null])).toBe("replace");
  });

  test("EDIT-1 (part): one short sentence each, and a small schema", () => {
    for (const variant of EDIT_VARIANTS) {
      for (const tool of editTools(NO_FILES, variant)) {
        expect(tool.description.length).toBeLessThan(110);
        expect(JSON.stringify(tool.parameters()).length).toBeLessThan(700);
      }
    }
  });
});

/** Reads a file as the variant shows it, and edits it, on a real disk. */
async function session(root: string, variant: EditVariant) {
  const services = await servicesFor(root);
  const decorate = editDecorate(variant);
  const read = readTool(decorate === null ? services : { ...services, decorate });
  const [edit] = editTools(services, variant);
  if (edit === undefined) throw new Error("no tool");
  return {
    read: (path: string) => told(read, { path }, bench(root)),
    edit: (args: JsonObject) => told(edit, args, bench(root)),
  };
}

const SOURCE = "class A {\n  f() {\n    return 1;\n  }\n}\n";

/** What a model would send after it has seen the file. */
const EDITS: Readonly<Record<string, (shown: string, path: string) => JsonObject>> = {
  replace: (_, path) => ({ path, search: "return 1", replace: "return 2" }),
  hashline: (shown, path) => {
    const [at = ""] = /^3#\S+/m.exec(shown) ?? [];
    return { path, ops: [{ op: "replace", at, text: "    return 2;" }] };
  },
  chunk: (shown, path) => {
    const at = /^@ (A\/f#\S+)$/m.exec(shown)?.[1] ?? "";
    return { path, ops: [{ op: "splice", at, search: "1", text: "2" }] };
  },
  patch: (_, path) => ({
    patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-    return 1;\n+    return 2;\n*** End Patch`,
  }),
};

describe.each(["replace", "hashline", "chunk", "patch"] as const)(
  "the variant %s on a disk",
  (variant) => {
    const argsFor = EDITS[variant] ?? (() => ({}));

    test(`EDIT-1 (part): ${variant}: what read shows is enough to edit`, async () => {
      await using dir = await tempWorkspace({ "src/a.ts": SOURCE });
      const { read, edit } = await session(dir.root, variant);
      const words = await edit(argsFor(await read("src/a.ts"), "src/a.ts"));
      expect(words).toStartWith("Edited src/a.ts (+1 −1).");
      expect(await dir.read("src/a.ts")).toBe(SOURCE.replace("1", "2"));
    });

    test(`FS-10: ${variant}: a file changed on disk since it was read is not edited`, async () => {
      await using dir = await tempWorkspace({ "a.ts": SOURCE });
      const { read, edit } = await session(dir.root, variant);
      const args = argsFor(await read("a.ts"), "a.ts");
      const foreign = `${SOURCE}// someone else\n`;
      await dir.write("a.ts", foreign);
      expect(await edit(args)).toContain("stale, re-read");
      expect(await dir.read("a.ts")).toBe(foreign);
    });

    test(`EDIT-1 (part): ${variant}: no edit leaves the workspace or shows what lies outside`, async () => {
      await using outside = await tempWorkspace({ "a.ts": `${SOURCE}// secret\n` });
      await using dir = await tempWorkspace();
      await symlink(outside.path("a.ts"), dir.path("link.ts"));
      const { edit } = await session(dir.root, variant);
      for (const path of [outside.path("a.ts"), "link.ts"]) {
        const words = await edit(argsFor("", path));
        expect(words).toContain("out of the workspace");
        expect(words).not.toContain("secret");
      }
      expect(await outside.read("a.ts")).toBe(`${SOURCE}// secret\n`);
    });
  },
);

test("EDIT-4: grep shows anchors that an edit takes, around a match as well", async () => {
  await using dir = await tempWorkspace({
    "a.ts": SOURCE,
    "long.ts": `${"x".repeat(3_000)}return`,
  });
  const anchorOf = editAnchors("hashline");
  if (anchorOf === null) throw new Error("no anchors");
  const scans = scanCache({ ttlMs: 0 });
  const grep = grepTool({ scans, ripgrep: () => Promise.resolve(null), anchorOf });
  const context = { ...bench(dir.root), clock: systemClock };
  const shown = await told(grep, { pattern: "return", context: 1 }, context);
  const [, match = "", next = ""] = /^(3#\w{4}:).*\n(4#\w{4}-)/m.exec(shown) ?? [];
  expect(shown).toMatch(/^1:…x+return$/m);
  const { edit } = await session(dir.root, "hashline");
  const ops = [
    { op: "replace", at: match, text: "    return 2;" },
    { op: "insert_after", at: next.slice(0, -1), text: "  g() {}" },
  ];
  await edit({ path: "a.ts", ops });
  expect(await dir.read("a.ts")).toBe("class A {\n  f() {\n    return 2;\n  }\n  g() {}\n}\n");
});

test("EDIT-7: a folder is not deleted by a patch", async () => {
  await using dir = await tempWorkspace({ "dir/a.ts": "a" });
  const { edit } = await session(dir.root, "patch");
  const patch = "*** Begin Patch\n*** Delete File: dir\n*** End Patch";
  expect(await edit({ patch })).toStartWith("! ");
  expect(await dir.read("dir/a.ts")).toBe("a");
});
