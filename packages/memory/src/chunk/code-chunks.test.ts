import { expect, test } from "bun:test";
import fc from "fast-check";
import { gist } from "../code/gist.ts";
import { codeChunks } from "./code-chunks.ts";
import { nameIn } from "./code-names.ts";

/** Long enough to stand for itself; two of them are more than one piece holds. */
const BODY = Array.from(
  { length: 20 },
  (_, at) => `  const step${at} = prepare(step, ${at}, "value");`,
);
const body = BODY.join("\n");

function titles(path: string, text: string): readonly (string | null)[] {
  return codeChunks(path, text).map(({ key }) => key?.slice(path.length + 1) ?? null);
}

test("SRCH-10 (part): a source is divided by what it declares, and each piece knows its line and its names", () => {
  const text = `import { wait } from "./wait.ts";

/** How long to wait. */
export function retryDelay(attempt: number): number {
${body}
}

export class HttpClient {
${body}
}
`;
  const chunks = codeChunks("packages/llm/src/retry-policy.ts", text);
  expect(chunks.map(({ start, context, key }) => ({ start, context, key }))).toEqual([
    {
      start: 3,
      context: "llm retry policy › retry Delay",
      key: "packages/llm/src/retry-policy.ts#retryDelay",
    },
    {
      start: 27,
      context: "llm retry policy › Http Client",
      key: "packages/llm/src/retry-policy.ts#HttpClient",
    },
  ]);
  expect(chunks[0]?.text.startsWith("/** How long to wait. */\nexport function")).toBe(true);
});

test("SRCH-10 (part): a large class is divided by its members, in languages of any kind", () => {
  const java = `package a.b;\n\npublic class Store {\n${["open", "close"]
    .map(
      (name) =>
        `  /** ${name}s it. */\n  public void ${name}Index(String path) {\n${body.replaceAll(/^/gm, "  ")}\n  }`,
    )
    .join("\n\n")}\n}\n`;
  expect(titles("Store.java", java)).toEqual(["Store.openIndex", "Store.closeIndex"]);
  const python = `class Store:\n${["open", "close"]
    .map(
      (name) =>
        `    @cached\n    def ${name}_index(self, path):\n${body.replaceAll(/^/gm, "      ")}`,
    )
    .join("\n\n")}\n`;
  expect(titles("store.py", python)).toEqual(["Store.open_index", "Store.close_index"]);
});

test("SRCH-10 (part): prose is divided by its headings, and code in it stays whole", () => {
  const long = "Words that say something about it. ".repeat(18);
  const text = `# Guide\n\n${long}\n\n## Install\n\n\`\`\`sh\n# not a heading\n\nnpm ci\n\`\`\`\n${long}\n`;
  const chunks = codeChunks("docs/guide.md", text);
  expect(titles("docs/guide.md", text)).toEqual(["Guide", "Guide.Install"]);
  expect(chunks[1]?.text).toContain("# not a heading\n\nnpm ci");
});

test("names are found in declarations of many languages", () => {
  const named: readonly (readonly [string, string | null])[] = [
    ["export async function readAll(path: string) {", "readAll"],
    ["func (s *Store) Open(path string) error {", "Store.Open"],
    ["func Open(path string) error {", "Open"],
    ["pub(crate) fn open_index(path: &Path) -> Result<()> {", "open_index"],
    ["impl Store {", "Store"],
    ["def open_index(self):", "open_index"],
    ["static int open_index(const char *path)", "open_index"],
    ["std::string Store::open(int flags) {", "Store::open"],
    ["async #openAt(place: Place): Promise<void> {", "#openAt"],
    ["CREATE TABLE IF NOT EXISTS users (", "users"],
    ['test("SRCH-1: finds it", async () => {', "SRCH-1: finds it"],
    ["[tool.poetry]", "tool.poetry"],
    ["  return {", null],
    ["if (ready) {", null],
    ["x += 1", null],
  ];
  for (const [line, name] of named) expect([line, nameIn(line, true)]).toEqual([line, name]);
  expect(nameIn("export const WEIGHTS = {")).toBe("WEIGHTS");
  expect(nameIn("const kept = new Map();", true)).toBeNull();
});

test("property: pieces are whole lines where they say, in order, and nothing that says something is lost", () => {
  const line = fc.constantFrom(
    "function alpha() {",
    "class Beta:",
    "  inner();",
    "    deeper = 1",
    "}",
    "",
    "/* open",
    " */",
    "// said",
    "\t\ttabbed",
    "x".repeat(700),
    "漢字 words",
    "# Head",
    "```",
  );
  const files = fc.constantFrom("a.ts", "b.py", "c.md", "d.unknown");
  fc.assert(
    fc.property(files, fc.array(line, { maxLength: 80 }), (path, lines) => {
      const kept = new Set<number>();
      let last = 0;
      for (const { text, start = 0 } of codeChunks(path, lines.join("\n"))) {
        const count = text.split("\n").length;
        expect(text).toBe(lines.slice(start - 1, start - 1 + count).join("\n"));
        expect(start).toBeGreaterThan(last);
        last = start + count - 1;
        for (let at = start; at <= last; at++) kept.add(at);
      }
      const lost = lines.filter((one, at) => /[\p{L}\p{N}]/u.test(one) && !kept.has(at + 1));
      expect(lost).toEqual([]);
    }),
  );
});

test("hostile lines are divided in time that grows with their length", () => {
  const lines = [
    `# ${" ".repeat(4_900)}x`,
    `## ${"# ".repeat(2_400)}`,
    `${"a ".repeat(2_400)}(`,
    "a<".repeat(2_400),
    `export ${"static ".repeat(600)}`,
    `use ${"a::".repeat(1_500)}`,
    `"${"a ".repeat(2_400)}`,
    " ".repeat(4_900),
    "\t".repeat(4_900) + "x",
  ];
  // Of cubic time this would be hours, not milliseconds.
  for (const path of ["a.md", "a.ts"]) {
    const text = Array.from({ length: 20 }, () => lines.join("\n")).join("\n");
    for (const chunk of codeChunks(path, text)) expect(gist(chunk.text).length).toBeLessThan(300);
  }
});
