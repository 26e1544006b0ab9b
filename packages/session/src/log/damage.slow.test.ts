import { expect, test } from "bun:test";
import { sampleFaults } from "../testing/fault-loop.ts";
import { everyCut, judgeBytes, sampleLog, sampleMutations } from "../testing/mutation-loop.ts";

test("PKG-6 (part): a disk that fails corrupts nothing, and the log goes on when it works again", async () => {
  const { failures } = await sampleFaults(100, 21);
  expect(failures).toEqual([]);
});

test("SES-4: a log cut at any byte keeps every whole line and reports the torn one", async () => {
  const { cases, failures } = await everyCut();
  expect(cases).toBeGreaterThan(2000);
  expect(failures).toEqual([]);
});

test("PKG-6 (part): damage costs only the damaged record and is reported", async () => {
  const { failures } = await sampleMutations(2000, 31);
  expect(failures).toEqual([]);
});

test("PKG-6 (part): the judge of damage catches a record that is missing although nobody touched it", async () => {
  const sample = await sampleLog();
  const [start = 0, end = 0] = [sample.ends[3], sample.ends[4]];
  const without = Buffer.concat([sample.bytes.subarray(0, start), sample.bytes.subarray(end)]);
  expect(await judgeBytes(sample, without, new Set())).not.toEqual([]);
  expect(await judgeBytes(sample, without, new Set([4]))).toEqual([]);
});
