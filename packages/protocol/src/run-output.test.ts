import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { EXIT_CODES } from "./exit-codes.ts";
import { parseRunOutput, runOutputSchema } from "./run-output.ts";
import { arbitraryOf, throughJson } from "./testing/arbitrary-of.ts";
import { NO_USAGE } from "./no-usage.ts";

const output = {
  text: "done",
  sessionId: "s",
  usage: NO_USAGE,
  costUsd: null,
  stopReason: "stop",
  citations: [],
  changedFiles: ["a.ts"],
  approvalsNeeded: [],
};

test("CLI-4: any run output survives, and nothing promised may be missing", () => {
  fc.assert(
    fc.property(arbitraryOf(runOutputSchema()), (value) => {
      expect(throughJson(parseRunOutput(throughJson(value)))).toEqual({
        kind: "known",
        value,
      });
    }),
    { numRuns: 50 },
  );
  expect(parseRunOutput(output).kind).toBe("known");
  for (const field of Object.keys(output)) {
    expect(parseRunOutput({ ...output, [field]: undefined }).kind).toBe("problem");
  }
});

test("CLI-4: no session and an unknown price are null", () => {
  expect(parseRunOutput({ ...output, sessionId: null, costUsd: null }).kind).toBe("known");
  expect(parseRunOutput({ ...output, sessionId: "" }).kind).toBe("problem");
});

test("CLI-5: the exit codes are those written down", () => {
  expect(Object.values(EXIT_CODES)).toEqual([0, 1, 2, 3, 4, 5, 130]);
});
