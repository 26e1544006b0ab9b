import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import type { JsonObject } from "@squire/protocol";
import { tempWorkspace, type TempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { readTool } from "../read/read.ts";
import { anew, servicesFor } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { joined, sourceLines } from "./notebook-file.ts";
import { notebookTool } from "./notebook.ts";

const notebook = anew(notebookTool);
const read = anew(readTool);

const CODE = {
  cell_type: "code",
  execution_count: 3,
  metadata: { tags: ["x"] },
  outputs: [{ output_type: "stream", name: "stdout", text: ["one\n", "two\n"] }],
  source: ["a = 1\n", "print(a)"],
};
const TEXT = { cell_type: "markdown", metadata: {}, source: "# Title" };
const BOOK = { cells: [CODE, TEXT], metadata: { kernelspec: {} }, nbformat: 4, nbformat_minor: 4 };

const withBook = (book: unknown = BOOK): Promise<TempWorkspace> =>
  tempWorkspace({ "n.ipynb": JSON.stringify(book) });

async function cellsOf(dir: TempWorkspace): Promise<readonly JsonObject[]> {
  return JSON.parse(await dir.read("n.ipynb")).cells;
}

const change = (dir: TempWorkspace, args: JsonObject): Promise<string> =>
  told(notebook, { path: "n.ipynb", ...args }, bench(dir.root));

describe("NB-1: notebook", () => {
  test("NB-1: edits the file and runs nothing", async () => {
    await using dir = await withBook();
    const output = await runTool(
      notebook,
      { path: "n.ipynb", action: "edit", cell_index: 0, content: "open('ran', 'w')" },
      bench(dir.root),
    );
    expect(textOf(output)).toBe("Edited cell 0 of n.ipynb, which has 2 cells now.");
    expect(output.details).toEqual({
      changedFiles: ["n.ipynb"],
      data: {
        diff: [
          "--- n.ipynb",
          "+++ n.ipynb",
          "@@ -1,2 +1,1 @@",
          "-a = 1",
          "-print(a)",
          "\\ No newline at end of file",
          "+open('ran', 'w')",
          "\\ No newline at end of file",
        ].join("\n"),
      },
    });
    expect(await dir.list()).toEqual(["n.ipynb"]);
    expect(notebook.prepare({ path: "n", action: "edit", cell_index: 1 })).toMatchObject({
      ok: true,
      call: { effect: "write", subject: "n", summary: "edit cell 1 of n" },
    });
  });

  test("NB-2: an edit keeps the type and all else of a cell; one blank of indent", async () => {
    await using dir = await withBook();
    await change(dir, { action: "edit", cell_index: 1, content: "# A\n\nb\n", cell_type: "code" });
    expect(await cellsOf(dir)).toEqual([CODE, { ...TEXT, source: ["# A\n", "\n", "b\n"] }]);
    const text = await dir.read("n.ipynb");
    expect(text).toStartWith('{\n "cells": [\n  {\n   "cell_type": "code",\n');
    expect(text).toEndWith("\n}\n");
    const { cells: _, ...rest } = JSON.parse(text);
    const { cells: __, ...before } = BOOK;
    expect(rest).toEqual(before);
  });

  test("NB-2: an insert goes anywhere from the first place to behind the last", async () => {
    await using dir = await withBook();
    expect(await change(dir, { action: "insert", cell_index: 0, content: "x\ny" })).toBe(
      "Inserted cell 0 into n.ipynb, which has 3 cells now.",
    );
    await change(dir, { action: "insert", cell_index: 3, content: "", cell_type: "markdown" });
    expect(await cellsOf(dir)).toEqual([
      {
        cell_type: "code",
        execution_count: null,
        metadata: {},
        outputs: [],
        source: ["x\n", "y"],
      },
      CODE,
      TEXT,
      { cell_type: "markdown", metadata: {}, source: [] },
    ]);
  });

  test("NB-2: cells have names where the others have", async () => {
    await using dir = await withBook({ ...BOOK, cells: [{ ...CODE, id: "one" }] });
    for (const at of [1, 1]) {
      await change(dir, { action: "insert", cell_index: at, content: "same" });
    }
    const ids = (await cellsOf(dir)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toMatch(/^[0-9a-f]{8}$/);
  });

  test("NB-2: what we do not understand stays as it is", async () => {
    const cells = [5, { source: 7 }, { ...TEXT, "x-own": { deep: [null] } }];
    await using dir = await withBook({ ...BOOK, cells, "x-own": [1.25, "é\u2028"] });
    await change(dir, { action: "insert", cell_index: 3, content: "" });
    const book = JSON.parse(await dir.read("n.ipynb"));
    expect(book.cells.slice(0, 3)).toEqual(cells);
    expect(book["x-own"]).toEqual([1.25, "é\u2028"]);
  });

  test("NB-2: a delete gives back what the cell held", async () => {
    await using dir = await withBook();
    expect(await change(dir, { action: "delete", cell_index: 0 })).toBe(
      "Deleted cell 0 of n.ipynb, which has 1 cells now.\nIts source was:\na = 1\nprint(a)",
    );
    expect(await cellsOf(dir)).toEqual([TEXT]);
  });

  test("NB-2: lines put together are the text they came from", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", "é") }), (text) => {
        const lines = sourceLines(text);
        expect(joined([...lines])).toBe(text);
        expect(lines.slice(0, -1).every((line) => line.indexOf("\n") === line.length - 1)).toBe(
          true,
        );
        expect(lines.includes("")).toBe(false);
      }),
    );
  });

  test("NB-3: what is wrong is said, with the range, and nothing is written", async () => {
    await using dir = await withBook();
    await dir.write("bad.ipynb", "{ not json");
    await dir.write("none.ipynb", '{"cells": 3}');
    await dir.write("list.ipynb", "[]");
    await dir.write("bare.ipynb", '{"cells": []}');
    const before = await dir.treeHash();
    const edit = { action: "edit", content: "x" };
    expect(await change(dir, { ...edit, cell_index: 2 })).toBe(
      "! cell_index 2 is out of range for edit: it must be 0 to 1.",
    );
    expect(await change(dir, { ...edit, cell_index: -1 })).toContain("it must be 0 to 1");
    expect(await change(dir, { ...edit, cell_index: 0.5 })).toContain("it must be 0 to 1");
    expect(await change(dir, { action: "insert", cell_index: 3, content: "x" })).toContain(
      "it must be 0 to 2",
    );
    expect(await change(dir, { action: "insert", cell_index: 0 })).toBe(
      "! insert needs content: the source of the cell.",
    );
    expect(await change(dir, { action: "edit", cell_index: 0 })).toContain("needs content");
    const at = (path: string) => change(dir, { ...edit, path, cell_index: 0 });
    expect(await at("n2.ipynb")).toBe("! There is no n2.ipynb. Similar: n.ipynb");
    expect(await at("bad.ipynb")).toStartWith("! bad.ipynb is not valid JSON: ");
    expect(await at("none.ipynb")).toBe("! none.ipynb is no notebook: it has no cells array.");
    expect(await at("list.ipynb")).toBe("! list.ipynb is no notebook: it has no cells array.");
    expect(await at("bare.ipynb")).toContain("the notebook has no cells");
    expect(await dir.treeHash()).toBe(before);
  });
});

test("FS-10 (part): a notebook that changed since it was read is not changed", async () => {
  await using dir = await withBook();
  const services = await servicesFor(dir.root);
  const tool = notebookTool(services);
  const args = { path: "n.ipynb", action: "delete", cell_index: 1 };
  await told(readTool(services), { path: "n.ipynb" }, bench(dir.root));
  await dir.write("n.ipynb", JSON.stringify({ ...BOOK, cells: [TEXT, CODE] }));
  expect(await told(tool, args, bench(dir.root))).toStartWith(
    "! stale, re-read: n.ipynb has changed",
  );
  await told(readTool(services), { path: "n.ipynb" }, bench(dir.root));
  expect(await told(tool, args, bench(dir.root))).toStartWith("Deleted cell 1");
  // Its own change is known.
  expect(await told(tool, { ...args, cell_index: 0 }, bench(dir.root))).toStartWith("Deleted");
  expect(services.changes).toEqual([[dir.path("n.ipynb")], [dir.path("n.ipynb")]]);
});

test("FS-6 (part): a notebook outside is not changed", async () => {
  await using outside = await withBook();
  await using dir = await tempWorkspace();
  await symlink(outside.path("n.ipynb"), dir.path("n.ipynb"));
  const before = await outside.treeHash();
  expect(await change(dir, { action: "delete", cell_index: 0 })).toStartWith(
    "! n.ipynb leads out of the workspace.",
  );
  expect(await outside.treeHash()).toBe(before);
});

test("FS-1 (part): a notebook is shown by its cells", async () => {
  const image = { output_type: "display_data", data: { "image/png": "iVBORw0K" } };
  const result = {
    output_type: "execute_result",
    data: { "text/plain": ["7"], "text/html": "<b>" },
  };
  const error = { output_type: "error", ename: "ValueError", evalue: "no" };
  const cells = [{ ...CODE, outputs: [...CODE.outputs, image, result, error] }, TEXT, 5];
  await using dir = await withBook({ ...BOOK, cells });
  expect(await told(read, { path: "n.ipynb" }, bench(dir.root))).toBe(
    [
      "1\t[cell 0] code",
      "2\ta = 1",
      "3\tprint(a)",
      "4\t[output] one",
      "5\ttwo",
      "6\t[output] <image/png, 8 characters>",
      "7\t[output] 7",
      "8\t<text/html, 3 characters>",
      "9\t[output] ValueError: no",
      "10\t[cell 1] markdown",
      "11\t# Title",
      "12\t[cell 2] unknown",
    ].join("\n"),
  );
  const raw = { path: "n.ipynb", selector: "raw" };
  expect(await told(read, raw, bench(dir.root))).toStartWith('1\t{"cells":');
});
