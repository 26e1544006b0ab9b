import { expect, test } from "bun:test";
import { countsIn, testArguments } from "./test-run.mjs";

test("counts come from the last summary, colours or not", () => {
  const summary =
    "\n \u001b[32m 12 pass\u001b[0m\n 1 skip\n\u001b[31m 3 fail\u001b[0m\n 40 expect() calls\n";
  expect(countsIn(` 1 pass\n${summary}`, 1)).toEqual({ passed: 12, failed: 3 });
});

test("a run that fails without a failed test counts as one failure", () => {
  expect(countsIn(" 4 pass\n 0 fail\n", 1)).toEqual({ passed: 4, failed: 1 });
  expect(countsIn("segmentation fault", 139)).toEqual({ passed: 0, failed: 1 });
  expect(countsIn(" 4 pass\n 0 fail\n", 0)).toEqual({ passed: 4, failed: 0 });
});

test("paths given replace the usual places, flags do not", () => {
  const places = ["./packages", "./scripts", "./judges", "./bench"];
  expect(testArguments("/r", [])).toEqual(expect.arrayContaining(places));
  expect(testArguments("/r", ["-t", "PROV"])).toEqual(
    expect.arrayContaining(["-t", "PROV", ...places]),
  );
  expect(testArguments("/r", ["packages/llm"]).slice(-1)).toEqual(["packages/llm"]);
  expect(testArguments("/r", ["packages/llm", "--bail"])).not.toContain("./packages");
});

test("files run side by side unless a flag needs one process", () => {
  expect(testArguments("/r", []).join(" ")).toMatch(/ --parallel=\d+ /);
  expect(testArguments("/r", ["--watch"]).join(" ")).not.toContain("--parallel");
});
