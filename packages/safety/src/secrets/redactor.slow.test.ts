import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "./redactor.ts";
import { madeUpSecrets } from "./testing/made-up-secrets.ts";

const plain = createRedactor();
const ROOT = join(import.meta.dir, "../../../..");

/** Sources that ship, documents, and the lockfile. Tests may hold secrets that were made up. */
function files(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return /^(?:node_modules|\.git|\.cache|dist|testing|coverage)$/.test(entry.name)
        ? []
        : files(path);
    }
    return /\.(?:ts|mjs|md|json|toml)$/.test(entry.name) && !entry.name.endsWith(".test.ts")
      ? [path]
      : [];
  });
}

test("SEC-1 (part): nothing in this repository is taken for a secret", () => {
  const paths = files(ROOT);
  expect(paths.length).toBeGreaterThan(500);
  const wrong = paths.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return plain.find(text).map(({ start, end }) => `${path}: ${text.slice(start, end)}`);
  });
  expect(wrong).toEqual([]);
});

const MANY = 300_000;

/** Where a pattern that goes back on its choices would need hours. */
const HARD: readonly (readonly [string, string])[] = [
  ["one long word", "a".repeat(4 * MANY)],
  ["half tokens", "eyJ-".repeat(MANY)],
  ["tokens of dots", "eyJaaaaaaaaaaaa.".repeat(MANY / 4)],
  ["keywords", "token".repeat(MANY)],
  ["keywords and signs", "token=".repeat(MANY)],
  ["keywords and blanks", "password    ".repeat(MANY)],
  ["headers", "authorization: bearer ".repeat(MANY / 4)],
  ["addresses", "a://".repeat(MANY)],
  ["addresses with colons", "http://a:".repeat(MANY)],
  ["starts of keys", "-----BEGIN PRIVATE KEY-----\n".repeat(MANY / 8)],
  ["a key without an end", `-----BEGIN PRIVATE KEY-----\n${"A".repeat(4 * MANY)}`],
  ["dashes", "-".repeat(4 * MANY)],
  ["prefixes", "ghp_sk-AKIAxoxb-glpat-".repeat(MANY / 8)],
  ["quotes", `${"\"'`".repeat(MANY)}token=`],
  ["parameters", "?token=&key=".repeat(MANY / 2)],
];

for (const [name, text] of HARD) {
  test(`S45: a hostile text is read once: ${name}`, () => {
    const secret = madeUpSecrets(1)[0]?.secret ?? "";
    expect(plain.redact(`${text} ${secret}`)).toEndWith("[REDACTED:aws-key]");
  });
}
