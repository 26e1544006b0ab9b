import { expect, test } from "bun:test";
import { isReadable } from "./readable.ts";

test("S45 (part): what would take longer than its length is not read as Markdown", () => {
  const hostile = [
    "[".repeat(50_000),
    "_a".repeat(50_000),
    `${"*a ".repeat(1000)}\n`.repeat(20),
    ">".repeat(5_000),
    "> - ".repeat(5_000),
    "- ".repeat(2_000),
    "x".repeat(500_000),
  ];
  for (const text of hostile) expect(isReadable(text)).toBe(false);
});

test("long answers of the usual kind are", () => {
  const usual = [
    `${"A sentence of a usual length. ".repeat(20)}\n\n`.repeat(300),
    `| a | b |\n|---|---|\n${"| cell | cell |\n".repeat(2_000)}`,
    `\`\`\`ts\n${"const a = 1;\n".repeat(10_000)}\`\`\`\n`,
    "- item of a list\n".repeat(3_000),
    `${"-".repeat(200)}\n`,
    "* * *\n".repeat(50),
  ];
  for (const text of usual) expect(isReadable(text)).toBe(true);
});
