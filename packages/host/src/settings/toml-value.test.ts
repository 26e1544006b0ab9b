import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatKeyPath, parseKeyPath } from "./key-path.ts";
import { parseToml, parseValueText, tomlLiteral } from "./toml-literal.ts";
import { sameContent, valueAt, withoutValue, withValue } from "./toml-value.ts";
import { tomlTable, tomlValue } from "./testing/arbitrary-toml.ts";

test("a key path is written and read back the same", () => {
  const key = fc.oneof(
    fc.constantFrom("agent", "max_steps", "gpt-4.1", "a b", "", '"', "\\", "é"),
    fc.string(),
  );
  const step = fc.oneof({ weight: 3, arbitrary: key }, { weight: 1, arbitrary: fc.nat(99_999) });
  fc.assert(
    fc.property(key, fc.array(step, { maxLength: 5 }), (first, rest) => {
      const path = [first, ...rest];
      expect(parseKeyPath(formatKeyPath(path))).toEqual(path);
    }),
  );
});

test("what is no key path is refused", () => {
  for (const text of ["", ".", "a..b", "a.", "a[b]", "a[", '"open', "a b", "[0]", "a = 1"]) {
    expect(parseKeyPath(text)).toBeNull();
  }
  expect(parseKeyPath("providers[1].base_url")).toEqual(["providers", 1, "base_url"]);
  expect(parseKeyPath('model_overrides."gpt-4.1".name')).toEqual([
    "model_overrides",
    "gpt-4.1",
    "name",
  ]);
  expect(parseKeyPath("enabled_models+")).toEqual(["enabled_models+"]);
});

test("every value reads back from its literal", () => {
  fc.assert(
    fc.property(tomlValue(), (value) => {
      expect(sameContent(parseToml(`v = ${tomlLiteral(value)}`)["v"], value)).toBe(true);
    }),
  );
});

test("CFG-3: a typed value is TOML where it is TOML, else text", () => {
  expect(parseValueText("5")).toBe(5);
  expect(parseValueText("true")).toBe(true);
  expect(parseValueText('"5"')).toBe("5");
  expect(parseValueText('["a", "b"]')).toEqual(["a", "b"]);
  expect(parseValueText("openai/gpt-5")).toBe("openai/gpt-5");
  expect(parseValueText("")).toBe("");
  expect(parseValueText("1\nother = 2")).toBe("1\nother = 2");
  expect(parseValueText("1 # note")).toBe(1);
});

test("a value that was set is there, and gone when it was taken out", () => {
  fc.assert(
    fc.property(tomlTable(), fc.string(), tomlValue(), (table, key, value) => {
      const added = withValue(table, [key], value);
      expect(sameContent(valueAt(added, [key]), value)).toBe(true);
      expect(valueAt(withoutValue(added, [key]), [key])).toBeUndefined();
    }),
  );
});

test("names of object members are keys like any other", () => {
  const table = parseToml("__proto__ = 1\nconstructor = 2");
  expect(valueAt(table, ["__proto__"])).toBe(1);
  expect(valueAt(table, ["toString"])).toBeUndefined();
  const changed = withValue(table, ["__proto__", "polluted"], true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(valueAt(changed, ["constructor"])).toBe(2);
});
