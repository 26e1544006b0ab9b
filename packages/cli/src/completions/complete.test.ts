import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { COMMANDS, FLAGS } from "../commands.ts";
import type { CommandName, FlagName, FlagSpec } from "../commands.ts";
import { spelled } from "../spelling.ts";
import { complete } from "./complete.ts";

const names = Object.keys(COMMANDS) as CommandName[];

function values(...words: readonly string[]): readonly string[] {
  return complete(words).candidates.map(({ value }) => value);
}

test("CLI-7: every command and every flag of the table can be completed", () => {
  for (const name of names) {
    const [first = "", second] = name.split(" ");
    expect(values(first.slice(0, 2))).toContain(first);
    if (second !== undefined) expect(values(first, "")).toContain(second);
    for (const flag of COMMANDS[name].flags) {
      expect(values(...name.split(" "), "--")).toContain(spelled(flag));
    }
  }
});

test("CLI-7: a flag with choices offers them, apart and behind =", () => {
  for (const name of names) {
    const flags: readonly FlagName[] = COMMANDS[name].flags;
    for (const flag of flags) {
      const { choices }: FlagSpec = FLAGS[flag];
      if (choices === undefined) continue;
      const line = name.split(" ");
      expect(values(...line, spelled(flag), "")).toEqual([...choices]);
      expect(complete([...line, `${spelled(flag)}=`])).toMatchObject({
        candidates: choices.map((value) => ({ value })),
        before: `${spelled(flag)}=`,
      });
    }
  }
});

test("CLI-7: what is looked up is named, with what stands before it", () => {
  expect(complete(["run", "--model", "an"])).toMatchObject({ kind: "model", typed: "an" });
  expect(complete(["-p", "x", "--model=an"])).toMatchObject({ kind: "model", before: "--model=" });
  expect(complete(["run", "--tools", "read,gr"])).toMatchObject({
    kind: "tool",
    typed: "gr",
    before: "read,",
  });
  expect(complete(["session", "show", ""])).toMatchObject({ kind: "session" });
  expect(complete(["diff", "a.jsonl", ""])).toMatchObject({ kind: "transcript" });
  expect(complete(["run", "@src/"])).toMatchObject({ kind: "file", typed: "src/", before: "@" });
  expect(complete(["run", "sr"])).toMatchObject({ kind: null, candidates: [] });
  expect(complete(["help", "conf"]).candidates).toMatchObject([{ value: "config" }]);
});

test("CLI-7: no line makes it fail, and what it offers begins with what is typed", () => {
  const word = fc.oneof(
    fc.constantFrom("run", "session", "show", "--model", "--output=", "-p", "-o", "@", "--", "-"),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const { candidates, typed } = complete(words);
      expect(candidates.every(({ value }) => value.startsWith(typed))).toBe(true);
    }),
  );
});
