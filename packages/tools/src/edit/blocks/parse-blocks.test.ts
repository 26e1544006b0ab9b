import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseBlocks } from "./parse-blocks.ts";

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

const pathsOf = (text: string): readonly string[] =>
  parseBlocks(text).edits.map(({ path }) => path);

describe("EDIT-3 (part): edits in the words of a reply", () => {
  test("EDIT-3 (part): several of them, with and without fences", () => {
    const text = `Sure!\n\nsrc/a.ts\n\`\`\`ts\n${block("one\n", "two\n")}\`\`\`\nThen:\n\`lib/b.py\`:\n${block("", "new\n")}`;
    expect(parseBlocks(text)).toEqual({
      edits: [
        { path: "src/a.ts", search: "one\n", replace: "two\n", line: 5 },
        { path: "lib/b.py", search: "", replace: "new\n", line: 13 },
      ],
      shell: [],
      problem: null,
    });
  });

  test("EDIT-3 (part): the path may wear marks, stand in the fence, or be that of the block before", () => {
    const body = block("a\n", "b\n");
    expect(pathsOf(`**src/a.ts**\n\`\`\`\n${body}\`\`\``)).toEqual(["src/a.ts"]);
    expect(pathsOf(`### src/a.ts\n~~~ts\n${body}~~~`)).toEqual(["src/a.ts"]);
    expect(pathsOf(`\`\`\`src/a.ts\n${body}\`\`\``)).toEqual(["src/a.ts"]);
    expect(pathsOf(`doc.md\n<source>markdown\n${body}</source>`)).toEqual(["doc.md"]);
    expect(pathsOf(`a.ts\n${body}\n${body}`)).toEqual(["a.ts", "a.ts"]);
    expect(pathsOf(`Makefile\n\`\`\`\n${body}`)).toEqual(["Makefile"]);
  });

  test("EDIT-3 (part): CRLF and code that looks like a marker stay as they are", () => {
    const text = "a.ts\r\n<<<<<<< SEARCH\r\nx\r\n=======\r\ny\r\n>>>>>>> REPLACE\r\n";
    expect(parseBlocks(text).edits).toMatchObject([{ search: "x\r\n", replace: "y\r\n" }]);
    const markdown = "a.md\n<<<<<<< SEARCH\nTitle\n=== \n=======\nTitle\n# x\n>>>>>>> REPLACE\n";
    expect(parseBlocks(markdown).edits).toMatchObject([{ search: "Title\n=== \n" }]);
  });

  test("EDIT-3 (part): commands beside the edits are kept apart", () => {
    const text = `Run:\n\`\`\`bash\nnpm test\n\`\`\`\na.ts\n\`\`\`bash\n${block("x\n", "y\n")}\`\`\``;
    expect(parseBlocks(text)).toMatchObject({ shell: ["npm test\n"], edits: [{ path: "a.ts" }] });
  });

  test.each([
    ["<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE", 1, "No path"],
    ["a.ts\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE", 2, "======="],
    ["a.ts\n<<<<<<< SEARCH\na\n=======\nb\n", 2, "REPLACE"],
  ])("EDIT-3 (part): what is broken is named: %p", (text, line, message) => {
    const { problem } = parseBlocks(text);
    expect(problem?.line).toBe(line);
    expect(problem?.message).toContain(message);
  });

  test("EDIT-3 (part): any text is read, and what was written as blocks comes back", () => {
    const lines = fc
      .array(fc.string({ unit: "grapheme" }).filter((line) => !/[<=>\r\n`]/.test(line)))
      .map((all) => all.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(lines, lines), { maxLength: 4 }), (pairs) => {
        const text = pairs.map(([a, b], at) => `f${at}.ts\n${block(a, b)}`).join("\nand\n");
        expect(parseBlocks(text).edits.map(({ search, replace }) => [search, replace])).toEqual(
          pairs,
        );
      }),
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseBlocks(text)));
  });
});
