import { describe, expect, test } from "bun:test";
import { calibrated, calibrationOf, learn, NO_CALIBRATION } from "./calibration.ts";
import type { Calibration } from "./calibration.ts";

const MODEL = "mock/test-1";

function learnAll(samples: readonly (readonly [number, number])[]): Calibration {
  return samples.reduce<Calibration>(
    (sum, [estimated, reported]) => learn(sum, MODEL, { estimated, reported }),
    NO_CALIBRATION,
  );
}

describe("LOOP-17", () => {
  test("LOOP-17: without reports an estimate is used as it is", () => {
    expect(calibrated(NO_CALIBRATION, MODEL, 1000)).toBe(1000);
    expect(calibrationOf(NO_CALIBRATION, MODEL)).toEqual({ ratio: 1, error: 0, samples: 0 });
  });

  test("LOOP-17: the first report sets the ratio, later ones move it", () => {
    expect(calibrated(learnAll([[1000, 1300]]), MODEL, 1000)).toBe(1300);
    const settled = learnAll(Array.from({ length: 30 }, () => [1000, 1500] as const));
    expect(calibrationOf(settled, MODEL).ratio).toBeCloseTo(1.5, 2);
  });

  test("LOOP-17: the error is tracked and falls as the ratio is learnt", () => {
    const early = calibrationOf(learnAll([[1000, 2000]]), MODEL).error;
    const late = calibrationOf(learnAll(Array.from({ length: 20 }, () => [1000, 2000])), MODEL);
    expect(early).toBeCloseTo(0.5, 5);
    expect(late.error).toBeLessThan(0.05);
    expect(late.samples).toBe(20);
  });

  test("LOOP-17: one model's ratio says nothing about another's", () => {
    const learnt = learnAll([[1000, 1300]]);
    expect(calibrated(learnt, "mock/other", 1000)).toBe(1000);
    expect(NO_CALIBRATION.size).toBe(0);
  });

  test.each([
    ["nothing reported", { estimated: 1000, reported: null }],
    ["a prompt too short to tell", { estimated: 20, reported: 90 }],
    ["a report of zero", { estimated: 1000, reported: 0 }],
    ["no number", { estimated: 1000, reported: Number.NaN }],
  ])("LOOP-17: %s changes nothing", (_what, sample) => {
    expect(learn(NO_CALIBRATION, MODEL, sample)).toBe(NO_CALIBRATION);
  });

  test("LOOP-17: an absurd report cannot run away with the ratio", () => {
    expect(calibrationOf(learnAll([[1000, 9_000_000]]), MODEL).ratio).toBe(4);
    expect(calibrationOf(learnAll([[1_000_000, 1]]), MODEL).ratio).toBeCloseTo(0.3, 9);
  });
});
