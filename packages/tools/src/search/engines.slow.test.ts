import { expect, test } from "bun:test";
import { compareEngines } from "./testing/engine-loop.ts";

const SEED = Number(process.env["SQUIRE_TEST_SEED"] ?? 1);

test("SRCH-5: without ripgrep the words are the same, on any tree, for any question", async () => {
  const { cases, differences } = await compareEngines(SEED * 1_000, 8, 12);
  expect(differences).toEqual([]);
  expect(cases).toBe(96);
});
