import { expect, test } from "bun:test";
import fc from "fast-check";
import { setInToml, unsetInToml } from "./edit-toml.ts";
import { parseKeyPath } from "./key-path.ts";
import { tomlKey, tomlValue } from "./testing/arbitrary-toml.ts";
import { knownDocument } from "./testing/write-document.ts";
import { parseToml } from "./toml-literal.ts";
import { sameContent, valueAt, withoutValue, withValue, type TomlValue } from "./toml-value.ts";

const set = (text: string, key: string, value: TomlValue): string | null =>
  setInToml(text, parseKeyPath(key) ?? [], value);
const unset = (text: string, key: string): string | null =>
  unsetInToml(text, parseKeyPath(key) ?? []);

test("CFG-3: a value is replaced where it stands", () => {
  const text = '# mine\ndefault_model = "a" # because\n\n[agent]\nmax_steps = 3\n';
  expect(set(text, "default_model", "b")).toBe(text.replace('"a"', '"b"'));
  expect(set(text, "agent.max_steps", 4)).toBe(text.replace("3", "4"));
});

test("CFG-3: a new key goes into its table, behind the last one", () => {
  expect(set("[agent]\na = 1 # x\n\n# next\n[tui]\n", "agent.b", 2)).toBe(
    "[agent]\na = 1 # x\nb = 2\n\n# next\n[tui]\n",
  );
  expect(set("[agent]\n[tui]\n", "agent.b", 2)).toBe("[agent]\nb = 2\n[tui]\n");
});

test("CFG-3: a new key goes behind its commented example", () => {
  const text = "# intro\n# a = 1\n\n#[[providers]]\n# b = 0\n\n[agent]\n#b = 2\n# c = 3\n";
  expect(set(text, "agent.b", 9)).toBe(text.replace("#b = 2\n", "#b = 2\nb = 9\n"));
  expect(set(text, "a", 9)).toBe(text.replace("# a = 1\n", "# a = 1\na = 9\n"));
});

test("CFG-3: a new root key stays out of the tables", () => {
  expect(set("# about agent\n[agent]\na = 1", "language", "en")).toBe(
    'language = "en"\n# about agent\n[agent]\na = 1',
  );
  expect(set("a = 1", "b", 2)).toBe("a = 1\nb = 2\n");
  expect(set("", "b", 2)).toBe("b = 2\n");
});

test("CFG-3: a new table goes to the end", () => {
  expect(set("a = 1\n", "agent.b", 2)).toBe("a = 1\n\n[agent]\nb = 2\n");
  expect(set("", "agent.b", 2)).toBe("[agent]\nb = 2\n");
  expect(set("[agent.x]\ny = 1\n", "agent.b", 2)).toBe("[agent.x]\ny = 1\n\n[agent]\nb = 2\n");
});

test("CFG-3: dotted keys and inline tables are kept in their form", () => {
  expect(set("agent.a = 1\n[tui]\n", "agent.b", 2)).toBe("agent.a = 1\nagent.b = 2\n[tui]\n");
  expect(set("agent = { a = 1 }\n", "agent.b", 2)).toBe("agent = { a = 1, b = 2 }\n");
  expect(set("agent = { a = 1 } # x\n", "agent.a", 2)).toBe("agent = { a = 2 } # x\n");
});

test("CFG-3: lists of tables", () => {
  const text = '[[p]]\nname = "a"\n[[p]]\nname = "b"\n[p.cost]\ninput = 1\n';
  expect(set(text, "p[0].url", "x")).toBe(text.replace('"a"\n', '"a"\nurl = "x"\n'));
  expect(set(text, "p[1].cost.input", 2)).toBe(text.replace("1", "2"));
  expect(set(text, "p[2].name", "c")).toBe(`${text}\n[[p]]\nname = "c"\n`);
  expect(set(text, "p[7].name", "c")).toBeNull();
  expect(set(text, "p", 3)).toBeNull();
});

test("CFG-3: line ends stay what they are", () => {
  expect(set("a = 1\r\n[agent]\r\n", "agent.b", 2)).toBe("a = 1\r\n[agent]\r\nb = 2\r\n");
});

test("CFG-3: what looks like an example inside a text is left alone", () => {
  const text = '[agent]\nprompt = """\n# b = 1\n"""\n';
  expect(set(text, "agent.b", 2)).toBe(`${text}b = 2\n`);
});

test("CFG-3: a key is taken out with its line", () => {
  const text = "# one\na = 1 # x\nb = [\n 1,\n]\n[t]\nc = 1\n[t.u]\nd = 1\n";
  expect(unset(text, "a")).toBe(text.replace("a = 1 # x\n", ""));
  expect(unset(text, "b")).toBe(text.replace("b = [\n 1,\n]\n", ""));
  expect(unset(text, "b[0]")).toBe(text.replace("[\n 1,\n]", "[]"));
  expect(unset(text, "t")).toBe("# one\na = 1 # x\nb = [\n 1,\n]\n");
  expect(unset("[[p]]\na = 1\n[[p]]\na = 2\n", "p[0]")).toBe("[[p]]\na = 2\n");
});

const document = knownDocument.map(({ text }) => text);
const anyPath = fc.oneof(
  fc.array(tomlKey(), { minLength: 1, maxLength: 3 }),
  fc.constantFrom(
    ["r0"],
    ["s0", "k0"],
    ["s0", "k1", "x"],
    ["list", 0, "k0"],
    ["s1", "in ner", "n0"],
  ),
);

test("CFG-3: setting changes that key only and keeps every comment", () => {
  let changed = 0;
  fc.assert(
    fc.property(document, anyPath, tomlValue(), (text, path, value) => {
      const edited = setInToml(text, path, value);
      if (edited === null) return;
      changed++;
      expect(sameContent(parseToml(edited), withValue(parseToml(text), path, value))).toBe(true);
      for (const comment of text.match(/^# .*$/gm) ?? []) expect(edited).toContain(comment);
      expect(setInToml(edited, path, value)).toBe(edited);
    }),
    { numRuns: 300 },
  );
  expect(changed).toBeGreaterThan(150);
});

test("CFG-3: setting and taking out again leaves the same content", () => {
  fc.assert(
    fc.property(document, tomlKey(), tomlValue(), (text, key, value) => {
      fc.pre(valueAt(parseToml(text), [key]) === undefined);
      const edited = setInToml(text, [key], value);
      const back = edited === null ? null : unsetInToml(edited, [key]);
      expect(back === null ? null : sameContent(parseToml(back), parseToml(text))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("CFG-3: taking out removes that key only", () => {
  fc.assert(
    fc.property(document, anyPath, (text, path) => {
      const edited = unsetInToml(text, path);
      if (edited === null) return;
      expect(sameContent(parseToml(edited), withoutValue(parseToml(text), path))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
