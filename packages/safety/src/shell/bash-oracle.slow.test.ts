import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { analyse } from "./analyse.ts";
import { missedBy, reallyRun, shellPath, takenBy, takenWrongly } from "./test-bash-oracle.ts";
import { shellText } from "./test-shell-text.ts";

const BASH = shellPath("bash");
const DASH = shellPath("dash");
const TEXTS = 400;

function samples(numRuns: number): readonly string[] {
  const { seed } = fc.readConfigureGlobal();
  return fc.sample(shellText(), { numRuns, ...(seed === undefined ? {} : { seed }) });
}

const knows = (text: string): boolean => analyse(text).doubts.length === 0;

test.skipIf(BASH === null)("S16: what bash does not take is never without a doubt", async () => {
  await using dir = await tempWorkspace({});
  const texts = samples(TEXTS);
  const taken = takenBy(BASH ?? "", texts, dir.root);
  expect(takenWrongly(texts, taken)).toEqual([]);
  // The texts are worth trying: many are valid, and many of these are understood.
  const valid = texts.filter((_, i) => taken[i] === true);
  expect(valid.length).toBeGreaterThan(TEXTS / 3);
  expect(valid.filter(knows).length).toBeGreaterThan(valid.length / 4);
});

test.skipIf(BASH === null)(
  "S16: every command that bash really runs is among the segments",
  async () => {
    await using dir = await tempWorkspace({});
    const texts = samples(TEXTS).filter(knows);
    const runs = reallyRun(BASH ?? "", texts, dir.root);
    expect(missedBy(analyse, texts, runs)).toEqual([]);
    expect(runs.flat().length).toBeGreaterThan(texts.length / 2);
    // A reader that does not know quotes is caught by the same comparison.
    const blind = (text: string): ReturnType<typeof analyse> =>
      analyse(text.replaceAll(/['"\\]/g, ""));
    expect(missedBy(blind, texts, runs).length).toBeGreaterThan(0);
  },
);

test.skipIf(BASH === null || DASH === null)("S16: nor is what dash and bash refuse", async () => {
  await using dir = await tempWorkspace({});
  const texts = samples(100);
  const [byDash, byBash] = [DASH, BASH].map((shell) => takenBy(shell ?? "", texts, dir.root));
  const taken = texts.map((_, i) => byDash?.[i] === true || byBash?.[i] === true);
  expect(takenWrongly(texts, taken)).toEqual([]);
});
