import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseArgs } from "node:util";
import { FLAGS } from "./commands.ts";
import type { FlagName, FlagSpec } from "./commands.ts";
import { spelled } from "./spelling.ts";
import { splitArgs } from "./split-args.ts";

const names = Object.keys(FLAGS) as FlagName[];
const options = Object.fromEntries(
  names.map((name) => {
    const { type, short }: FlagSpec = FLAGS[name];
    const kind = { type: type === "boolean" ? ("boolean" as const) : ("string" as const) };
    return [spelled(name).slice(2), short === undefined ? kind : { ...kind, short }];
  }),
);

/** The same by the runtime's own parser. */
function expected(argv: readonly string[]) {
  const config = { options, strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs({ ...config, args: [...argv] });
  return {
    words: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
    flags: tokens.flatMap((token) => {
      if (token.kind !== "option") return [];
      const name = names.find((known) => spelled(known) === `--${token.name}`) ?? null;
      const inline = token.inlineValue === true;
      return [{ name, raw: token.rawName, value: token.value, inline }];
    }),
  };
}

test("CLI-2: flags and words are told apart as the runtime's parser does it", () => {
  const typed = names.flatMap((name) => {
    const { short }: FlagSpec = FLAGS[name];
    const long = spelled(name);
    return [long, `${long}=`, `${long}=a=b`, ...(short === undefined ? [] : [`-${short}`])];
  });
  const odd = ["-", "", "x", "--=x", "--x=", "--x", "-xy", "-ojson", "-po", "-poj", "-o=j", "---"];
  const word = fc.constantFrom(...typed, ...odd, "--");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      const { flags, words } = splitArgs(argv);
      expect({ flags, words }).toEqual(expected(argv));
    }),
    { numRuns: 500 },
  );
});

test("CLI-2: what begins like a negative number is a word, and so is what follows it", () => {
  for (const word of ["-5", "-.5", "-5o"]) {
    expect(splitArgs([word, "-o", "json", "x"])).toMatchObject({
      words: [word, "x"],
      flags: [{ name: "output", value: "json" }],
    });
  }
});

test("CLI-1: the words before the first -p are counted", () => {
  expect(splitArgs(["run", "-p", "x", "-p"]).wordsBeforePrint).toBe(1);
  expect(splitArgs(["run", "--", "-p"]).wordsBeforePrint).toBeNull();
});
