import { expect, test } from "bun:test";
import { wordEmbedder } from "../testing/word-embedder.ts";
import { codeEmbedder } from "./code-embedder.ts";
import { gist } from "./gist.ts";

test("SRCH-10 (part): of code its words are embedded: comments, names taken apart, messages", () => {
  const text = `llm retry policy › retry Delay: /** How long to wait before the next try. */
export function retryDelay(attempt: number): number {
  if (attempt > LIMIT) throw new Error("No more tries are left.");
  return Math.min(CAP, BASE * 2 ** attempt);
}`;
  const said = gist(text);
  expect(said).toContain("llm retry policy › retry Delay");
  expect(said).toContain("retry Delay");
  expect(said).toContain("No more tries are left.");
  expect(said).not.toContain("Math.min");
  expect(said.length).toBeLessThanOrEqual(220);
});

test("a question stays as it is", () => {
  expect(gist("where do retries back off")).toBe("where do retries back off");
});

test("what says the same is embedded once, and what says nothing is like nothing", async () => {
  const inner = wordEmbedder();
  const embedder = codeEmbedder(inner);
  const [one, two, none] = await embedder.embed(["// waits a bit\n}", "// waits a bit\n};", "}"]);
  expect(inner.count()).toBe(1);
  expect(one).toEqual(two);
  const [ofTest] = await embedder.embed(["tests of retry: // waits a bit"]);
  expect([none, ofTest].every((vector) => vector?.every((value) => value === 0))).toBe(true);
  await embedder.embed(["// waits a bit"]);
  expect(inner.count()).toBe(1);
});
