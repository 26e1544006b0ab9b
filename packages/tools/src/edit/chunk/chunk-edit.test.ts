import { describe, expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { MemoryFiles, MemorySeen } from "../../testing/memory-files.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { anchorsOf } from "../hashline/anchors.ts";
import { chunkEditTool } from "./chunk-edit.ts";
import { decorateChunks } from "./decorate-chunks.ts";
import { outlineOf } from "./outline.ts";

const TEXT = `import x from "x";

class Shop {
  sell(n) {
    return n;
  }

  close() {
    return 1;
  }
}

function open() {
  return new Shop();
}
`;

function rig(given: Readonly<Record<string, string>> = { "a.ts": TEXT }) {
  const files = new MemoryFiles(given);
  const seen = new MemorySeen();
  const tool = chunkEditTool({ files, seen, onChanged: () => {} });
  const edit = (ops: readonly JsonObject[], path = "a.ts"): Promise<string> =>
    told(tool, { path, ops: [...ops] }, bench("/"));
  return { files, seen, edit, text: () => files.text("a.ts") };
}

/** The address of a chunk of a text. */
async function at(path: string, text = TEXT): Promise<string> {
  const { chunks } = await outlineOf("TypeScript", text.replace(/\n$/, "").split(/\r?\n/));
  return `${path}#${chunks.find((chunk) => chunk.path === path)?.sum}`;
}

describe("EDIT-5: the variant chunk", () => {
  test("EDIT-5: every op, several in one call", async () => {
    const { edit, text } = rig();
    const words = await edit([
      { op: "replace", at: await at("Shop/sell"), text: "  sell() {\n    return 2;\n  }" },
      { op: "append", at: await at("Shop"), text: "\n  last() {}" },
      { op: "prepend", at: await at("Shop"), text: "  #first = 1;\n" },
      { op: "delete", at: await at("open") },
      { op: "splice", at: await at("Shop/close"), search: "return 1", text: "return 3" },
      { op: "splice", at: await at("."), search: 'from "x"', text: 'from "y"' },
      { op: "append", at: await at("."), text: "end();\n" },
    ]);
    expect(text()).toBe(`import x from "y";

class Shop {
  #first = 1;
  sell() {
    return 2;
  }

  close() {
    return 3;
  }

  last() {}
}

end();
`);
    const now = text() ?? "";
    expect(words).toContain(
      `Now: ${await at(".", now)} ${await at("Shop", now)} ${await at("Shop/sell", now)}`,
    );
  });

  test("EDIT-5: a wrong sum refuses the whole edit and shows the chunk of now", async () => {
    const { edit, text } = rig();
    const words = await edit([
      { op: "delete", at: await at("open") },
      { op: "replace", at: "Shop/sell#zzzz", text: "" },
    ]);
    expect(words).toBe(
      [
        "! a.ts was not edited. ops[1] of 2 does not apply. Shop/sell#zzzz is stale. It is now:",
        `@ ${await at("Shop/sell")}`,
        "4\t  sell(n) {",
        "5\t    return n;",
        "6\t  }",
        `Send the whole edit again with ${await at("Shop/sell")}.`,
      ].join("\n"),
    );
    expect(text()).toBe(TEXT);
  });

  test("EDIT-5: a sum holds while other chunks change and move", async () => {
    const { edit, text } = rig();
    const close = await at("Shop/close");
    await edit([{ op: "prepend", at: await at("."), text: "// a\n// b\n\n" }]);
    await edit([{ op: "splice", at: close, search: "1", text: "7" }]);
    expect(text()).toBe(`// a\n// b\n\n${TEXT.replace("return 1", "return 7")}`);
  });

  test.each([
    ["Nope#aaaa", "replace", "There is no chunk Nope. The chunks are:\n.#"],
    ["Shop", "replace", "Shop lacks its sum. It is now:\n@ Shop#"],
    [".#aaaa", "splice", ".#aaaa is stale. The file is .#"],
  ])("EDIT-5: %s is refused", async (address, op, words) => {
    const { edit, text } = rig();
    expect(await edit([{ op, at: address, text: "x", search: "x" }])).toContain(words);
    expect(text()).toBe(TEXT);
  });

  test("EDIT-5: what cannot be done says what can", async () => {
    const { edit, text } = rig({ "a.ts": "class A {}\nclass B {\n  f() {}\n}\n" });
    const own = text() ?? "";
    expect(await edit([{ op: "append", at: await at("A", own), text: "x" }])).toContain(
      "A has no body of lines of its own: replace it.",
    );
    expect(await edit([{ op: "delete", at: await at(".", own) }])).toContain("removed with delete");
    expect(await edit([{ op: "append", at: await at("B", own) }])).toContain("append needs text");
    const ops = [
      { op: "delete", at: await at("B", own) },
      { op: "replace", at: await at("B/f", own), text: "  g() {}" },
    ];
    expect(await edit(ops)).toContain("ops[1] of 2 does not apply. It changes lines that ops[0]");
    expect(text()).toBe(own);
  });

  test("EDIT-5: a text that does not parse any more is told of", async () => {
    const { edit } = rig();
    const words = await edit([{ op: "splice", at: await at("open"), search: "()", text: "((" }]);
    // Two places fit, so nothing is done; with one, the line is named.
    expect(words).toContain("stands there 2 times");
    const done = await edit([
      {
        op: "splice",
        at: await at("open"),
        search: "function open() {",
        text: "function open(( {",
      },
    ]);
    expect(done).toContain("Line 13 does not parse any more.");
  });

  test("FS-10: a foreign change refuses the edit and tells all sums anew", async () => {
    const { edit, text, seen } = rig();
    seen.note("/place/a.ts", "of an older version");
    const ops = [{ op: "delete", at: await at("open") }];
    expect(await edit(ops)).toContain(`stale, re-read. Its chunks are now:\n${await at(".")}`);
    expect(text()).toBe(TEXT);
    expect(await edit(ops)).toStartWith("Edited a.ts");
  });

  test("EDIT-13: a CRLF file stays one", async () => {
    const crlf = TEXT.replaceAll("\n", "\r\n");
    const { edit, text } = rig({ "a.ts": crlf });
    await edit([{ op: "append", at: await at("Shop"), text: "\n  last() {\n  }" }]);
    expect(text()).toBe(
      TEXT.replace("    return 1;\n  }\n", "    return 1;\n  }\n\n  last() {\n  }\n").replaceAll(
        "\n",
        "\r\n",
      ),
    );
  });

  test("EDIT-5: without a grammar, lines have anchors, and the result says so", async () => {
    const { edit, files } = rig({ "notes.txt": "one\ntwo\n" });
    const [one = "", two = ""] = anchorsOf(["one", "two"]);
    const words = await edit(
      [
        { op: "prepend", at: one, text: "zero" },
        { op: "append", at: two, text: "three" },
        { op: "replace", at: one, to: two, text: "1\n2" },
      ],
      "notes.txt",
    );
    expect(words).toContain("There is no grammar for notes.txt: it is edited by line anchors.");
    expect(files.text("notes.txt")).toBe("zero\n1\n2\nthree\n");
    expect(await edit([{ op: "splice", at: one, text: "x" }], "notes.txt")).toContain(
      "Use replace instead of splice.",
    );
  });
});

describe("EDIT-5: what read shows", () => {
  const lines = TEXT.replace(/\n$/, "").split("\n");

  test("EDIT-5: each chunk above its first line", async () => {
    const shown = await decorateChunks(lines, { name: "a.ts" }, { from: 1, all: () => lines });
    expect(shown.slice(0, 6)).toEqual([
      `@ ${await at(".")}`,
      '1\timport x from "x";',
      "2\t",
      `@ ${await at("Shop")}`,
      "3\tclass Shop {",
      `@ ${await at("Shop/sell")}`,
    ]);
  });

  test("EDIT-5: a part of a file names the chunks it lies in", async () => {
    const about = { from: 9, all: () => lines };
    const shown = await decorateChunks(lines.slice(8, 9), { name: "a.ts" }, about);
    expect(shown).toEqual([
      `@ ${await at(".")}`,
      `@ ${await at("Shop")}`,
      `@ ${await at("Shop/close")}`,
      "9\t    return 1;",
    ]);
  });

  test("EDIT-5: without a grammar, or too large for it, the lines with anchors", async () => {
    const about = { from: 1, all: () => ["a"] };
    expect(await decorateChunks(["a"], { name: "a.txt" }, about)).toEqual([
      `${anchorsOf(["a"])[0]}\ta`,
    ]);
    const large = ["a", "x".repeat(600_000)];
    const shown = await decorateChunks(["a"], { name: "a.ts" }, { from: 1, all: () => large });
    expect(shown).toEqual([`${anchorsOf(large)[0]}\ta`]);
  });
});
