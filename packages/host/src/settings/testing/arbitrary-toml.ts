import fc from "fast-check";
import { tableOf, type TomlTable, type TomlValue } from "../toml-value.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("", "\n", '"""', "'''", "a\\b", "# no comment", "[x]", "=", "\u007f", "\t"),
);

export const tomlKey = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("a", "b", "c", "max_steps", "gpt-4.1", "x y", "#", "[t]", "=", ""),
    fc.string({ unit: "grapheme", maxLength: 6 }),
  );

export function tomlValue(): fc.Arbitrary<TomlValue> {
  const { value } = fc.letrec<{ value: TomlValue; table: TomlTable }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("table"),
    ),
    table: fc.array(fc.tuple(tomlKey(), tie("value")), { maxLength: 4 }).map(tableOf),
  }));
  return value;
}

export function tomlTable(): fc.Arbitrary<TomlTable> {
  return fc.array(fc.tuple(tomlKey(), tomlValue()), { maxLength: 5 }).map(tableOf);
}
