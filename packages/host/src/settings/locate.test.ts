import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseKeyPath } from "./key-path.ts";
import { createLocator } from "./locate.ts";
import { knownDocument } from "./testing/write-document.ts";
import { tomlTable } from "./testing/arbitrary-toml.ts";
import { parseToml, tomlLiteral } from "./toml-literal.ts";
import { scanToml } from "./toml-scan.ts";
import { isList, isTable, type KeyPath, type TomlValue } from "./toml-value.ts";

const lineOf = (text: string, key: string): number | undefined =>
  createLocator(text)(parseKeyPath(key) ?? [])?.line;

test("CFG-2: finds the line of keys in tables, lists of tables, dotted and inline", () => {
  const text = [
    'default_model = "m" # agent.max_steps',
    "agent.temperature = 0.5",
    'text = """',
    "[providers]",
    '"""',
    "[[providers]]",
    'name = "one"',
    "[[providers]]",
    'name = "two"',
    "cost = { input = 1, output = 2 }",
    "models = [",
    '  "m-1", # , "x"',
    '  { id = "m-2",',
    "    context_window = 1 },",
    "]",
    "[providers.compat]",
    "requires_done = true",
    '["quoted table".x]',
    "'y.z' = 1",
  ].join("\n");
  const expected = {
    default_model: 1,
    "agent.temperature": 2,
    agent: 2,
    text: 3,
    providers: 6,
    "providers[0].name": 7,
    "providers[1]": 8,
    "providers[1].name": 9,
    "providers[1].cost.output": 10,
    "providers[1].models[0]": 12,
    "providers[1].models[1].id": 13,
    "providers[1].models[1].context_window": 14,
    "providers[1].compat.requires_done": 17,
    '"quoted table".x."y.z"': 19,
  };
  for (const [key, line] of Object.entries(expected))
    expect([key, lineOf(text, key)]).toEqual([key, line]);
});

test("CFG-2: a key that is not there gets the line of its nearest parent", () => {
  const text = "[[providers]]\n[[providers]]\nname = 1";
  expect(lineOf(text, "providers[1].base_url")).toBe(2);
  expect(lineOf(text, "nothing.here")).toBeUndefined();
});

test("CFG-2: a list that is added to is found under its plain name", () => {
  expect(lineOf('\n"fallback+" = ["a",\n"b"]', "fallback[1]")).toBe(3);
  expect(lineOf('\n"fallback+" = ["a",\n"b"]', "fallback")).toBe(2);
});

test("CFG-2: lines are right in documents of known layout", () => {
  fc.assert(
    fc.property(knownDocument, ({ text, lines }) => {
      parseToml(text);
      const locate = createLocator(text);
      for (const [key, line] of lines) {
        const path = parseKeyPath(key);
        expect([key, path === null ? null : locate(path)?.line]).toEqual([key, line]);
      }
    }),
    { numRuns: 300 },
  );
});

test("CFG-2: everything a parser finds in a document has a place", () => {
  fc.assert(
    fc.property(tomlTable(), (table) => {
      const text = Object.entries(table)
        .map(([key, value]) => `${JSON.stringify(key)} = ${tomlLiteral(value)}\n`)
        .join("");
      const known = new Set(scanToml(text).map(({ path }) => JSON.stringify(path)));
      for (const path of pathsIn(parseToml(text))) expect(known).toContain(JSON.stringify(path));
    }),
  );
});

function pathsIn(value: TomlValue, path: KeyPath = []): KeyPath[] {
  const own = path.length === 0 ? [] : [path];
  const inner = isTable(value) ? Object.entries(value) : isList(value) ? [...value.entries()] : [];
  return [...own, ...inner.flatMap(([step, item]) => pathsIn(item, [...path, step]))];
}

test("the scanner never throws and always ends, whatever the text", () => {
  const toml = fc.stringMatching(/^([a-c."'\\#=,{}[\]\n\r \t0-9+-]|"""|''')*$/, { maxLength: 80 });
  fc.assert(
    fc.property(fc.oneof(toml, fc.string({ unit: "binary", maxLength: 60 })), (text) => {
      for (const { start, valueStart, valueEnd } of scanToml(text)) {
        expect(start).toBeLessThanOrEqual(valueStart);
        expect(valueStart).toBeLessThanOrEqual(valueEnd);
        expect(valueEnd).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 1000 },
  );
});

test("the scanner survives texts made to exhaust it", () => {
  const hostile = [
    `a = ${"[".repeat(200_000)}`,
    `a = ${"{a=".repeat(100_000)}`,
    `a${".a".repeat(200_000)} = 1`,
    `[${"a.".repeat(200_000)}a]`,
    "[[a]]\n".repeat(100_000),
    `a = [${"1,".repeat(300_000)}]`,
    `a = "${"\\".repeat(300_000)}`,
    '"'.repeat(300_000),
    "#\n".repeat(300_000),
  ];
  for (const text of hostile) expect(() => createLocator(text)(["a"])).not.toThrow();
});
