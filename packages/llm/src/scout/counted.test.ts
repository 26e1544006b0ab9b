import { expect, test } from "bun:test";
import { playTurn, shelfOf } from "./testing/shelf.ts";

const COUNTED = /\b\d+: that many/;

function ask(files: Readonly<Record<string, string>>, question: string): string {
  return playTurn(shelfOf(files), question).answer;
}

function table(heading: string, head: string, rows: readonly string[]): string {
  const body = rows.map((row) => `| ${row} | what it does |`).join("\n");
  return `# Squire\n\n## ${heading}\n\n| ${head} | meaning |\n|---|---|\n${body}\n`;
}

const ROWS = ["`read`", "`grep`", "`bash`"];

test("a list is counted when its label names what is counted and nothing else", () => {
  const question = "How many tools does Squire have?";
  expect(ask({ "docs/a.md": table("Tools", "tool", ROWS) }, question)).toMatch(/^3: that many/);
  expect(ask({ "docs/a.md": table("What there is", "tool", ROWS) }, question)).toMatch(
    /^3: that many/,
  );
  const code = 'export const TOOLS = ["read", "grep", "bash"] as const;\n';
  expect(ask({ "src/squire/all.ts": code }, question)).toMatch(/^3: that many/);
});

test("a list that is near the question is not counted for it", () => {
  const question = "How many tools does Squire have?";
  const code = 'export const TOOLS = ["edit", "patch", "write"] as const;\n';
  const narrow = 'export const SHELL_TOOLS = ["bash", "background"] as const;\n';
  const others = [
    { "docs/tools.md": table("Rules", "rule", ROWS) },
    { "docs/tools.md": table("Browser tools", "tool", ROWS) },
    { "docs/tools.md": table("Tools of your own", "what", ROWS) },
    { "docs/tools.md": table("Tools", "tool", ["`read`, `ls`, `glob`", "`bash`"]) },
    { "squire/edit-tools.ts": code },
    { "squire/tools.ts": narrow },
  ];
  for (const files of others) expect(ask(files, question)).not.toMatch(COUNTED);
});

test("what is counted is the last word of its name", () => {
  const codes = {
    "src/codes.ts": "export const EXIT_CODES = {\n  ok: 0,\n  dry: 1,\n} as const;\n",
  };
  expect(ask(codes, "How many exit codes are there?")).toMatch(/^2: that many/);
  expect(ask(codes, "How many kinds of exit codes exist?")).toMatch(/^2: that many/);
});
