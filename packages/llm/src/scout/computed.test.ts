import { expect, test } from "bun:test";
import { playTurn, shelfOf } from "./testing/shelf.ts";
import { unquotedLines } from "./testing/unquoted.ts";

const RETRY = `/** Tries again while a call fails. */
export async function withRetry(run: Run, options: Options): Promise<void> {
  let attempt = 0;
  while (attempt < options.attempts) {
    if (await run()) return;
    attempt += 1;
    const waitMs = backoffMs(attempt, options.baseMs);
    await sleep(waitMs);
  }
}

/** Doubles each time. */
function backoffMs(attempt: number, baseMs: number): number {
  const grown = baseMs * 2 ** attempt;
  return Math.min(grown, 30_000);
}
`;
const shelf = shelfOf({ "src/retry.ts": RETRY, "README.md": "# Kettle\n\nIt boils water.\n" });

test("how long something takes is shown where it is worked out", () => {
  for (const question of [
    "How does retry decide how long to wait?",
    "how long does withRetry wait",
  ]) {
    const { answer, heard } = playTurn(shelf, question);
    expect(answer).toContain(
      "src/retry.ts:7\n```ts\n    const waitMs = backoffMs(attempt, options.baseMs);\n```",
    );
    expect(answer).toContain("src/retry.ts:13\n```ts\nfunction backoffMs(");
    expect(answer).toContain("  return Math.min(grown, 30_000);\n}\n```");
    expect(answer.split("const waitMs").length).toBe(2);
    expect(unquotedLines(answer, heard)).toEqual([]);
  }
});

test("other questions get what they got: the head, with what is said about it", () => {
  const { answer } = playTurn(shelf, "Where does retry wait?");
  expect(answer).toContain("export async function withRetry(");
  expect(answer).not.toContain("const waitMs");
});

test("a line that is too long to be a statement is not looked at", () => {
  // Blanks that a type and what follows it could share in many ways.
  const hostile = `  wait: ${" ".repeat(50_000)}`;
  const long = `  const waitWords = "${"x".repeat(300)}";`;
  const source = RETRY.replace("  let attempt = 0;\n", `${hostile}\n${long}\n`);
  const { answer } = playTurn(shelfOf({ "src/retry.ts": source }), "how long does withRetry wait");
  expect(answer).toContain("const waitMs = backoffMs(");
  expect(answer).not.toContain("waitWords");
});
