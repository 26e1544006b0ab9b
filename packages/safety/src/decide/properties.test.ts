import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { HARMFUL } from "../programs/test-harmful.ts";
import { READING } from "../programs/test-reading.ts";
import { simpleArgv } from "../shell/simple-argv.ts";
import type { Policy } from "./state.ts";
import { POLICY, policyOf, verdictOf } from "./test-gate.ts";

const STRICTNESS: Readonly<Record<string, number>> = { allow: 0, ask: 1, deny: 2 };
const strictness = (command: string, policy: Policy): number =>
  STRICTNESS[verdictOf(command, policy)] ?? -1;

const POOL = [...READING, ...Object.values(HARMFUL).flat(), "rm -rf /", "git push", "npm test"];
/** What moves, sets or defines something changes the meaning of what follows, for better or worse. */
const plain = POOL.filter((command) => !/\bcd\b|\w=|\bset\b|\(\)|<<|&$/.test(command));
const RULES = policyOf({
  deny: ["bash(git push *)"],
  ask: ["bash(ls *)"],
  allow: ["bash(npm *)", "bash(curl *)"],
});

test("PERM-5: adding a command never makes the verdict weaker", () => {
  const command = fc.constantFrom(...plain);
  const joint = fc.constantFrom("; ", " && ", " || ", " & ", "\n");
  fc.assert(
    fc.property(
      command,
      joint,
      command,
      fc.constantFrom(POLICY, RULES),
      (a, between, b, policy) => {
        const both = strictness(`${a}${between}${b}`, policy);
        expect(both).toBeGreaterThanOrEqual(Math.max(strictness(a, policy), strictness(b, policy)));
      },
    ),
    { numRuns: 500 },
  );
});

test("PERM-5: nor does putting it somewhere else", () => {
  const place = fc.constantFrom(
    (c: string) => `(${c}\n)`,
    (c: string) => `{ ${c}\n}`,
    (c: string) => `if true; then ${c}\nfi`,
    (c: string) => `ls; ${c}`,
    (c: string) => `f() { ${c}\n}; f`,
    (c: string) => `! ${c}`,
    (c: string) => `case a in a) ${c}\n;; esac`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...plain), place, (command, put) => {
      expect(strictness(put(command), RULES)).toBeGreaterThanOrEqual(strictness(command, RULES));
    }),
    { numRuns: 500 },
  );
});

test("S16: nor does quoting a word", () => {
  const simple = POOL.flatMap((command) => simpleArgv(command) ?? []).length;
  expect(simple).toBeGreaterThan(300);
  const argv = fc.constantFrom(
    ...POOL.flatMap((command) => [simpleArgv(command)].filter((words) => words !== null)),
  );
  const quote = fc.constantFrom(
    (word: string) => `'${word.replaceAll("'", "'\\''")}'`,
    (word: string) => `"${word.replaceAll(/["$`\\]/g, "\\$&")}"`,
    (word: string) => word.replaceAll(/[^\w\n]/g, "\\$&").replaceAll("\n", "'\n'"),
  );
  fc.assert(
    fc.property(argv, fc.array(quote, { minLength: 8, maxLength: 8 }), (words, quotes) => {
      const quoted = words
        .map((word, i) => (word === "" ? "''" : (quotes[i % 8] ?? String)(word)))
        .join(" ");
      const written = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
      expect(strictness(quoted, RULES)).toBe(strictness(written, RULES));
      expect(simpleArgv(quoted)).toEqual(words);
    }),
    { numRuns: 500 },
  );
});

describe("S17: a denied command is found at every position", () => {
  const chain = (length: number, at: number, joint: string): string =>
    Array.from({ length }, (_, i) => (i === at ? "git push" : `echo ${i}`)).join(joint);

  for (const length of [1, 50, 51]) {
    test(`among ${length}`, () => {
      for (const joint of ["; ", " && ", " | ", "\n", " & "]) {
        for (let at = 0; at < length; at++) {
          expect(verdictOf(chain(length, at, joint), RULES, { trust: "yolo" })).toBe("deny");
        }
        expect(verdictOf(chain(length, -1, joint), RULES)).toBe("allow");
      }
    });
  }

  test("among ten thousand", () => {
    for (const at of [0, 4_999, 9_999]) {
      expect(verdictOf(chain(10_000, at, "; "), RULES, { trust: "yolo" })).toBe("deny");
    }
    // A gate that stops counting after fifty would not see it: the planted twin.
    const cut = chain(10_000, 9_999, "; ").split("; ").slice(0, 50).join("; ");
    expect(verdictOf(cut, RULES)).toBe("allow");
  });
});
