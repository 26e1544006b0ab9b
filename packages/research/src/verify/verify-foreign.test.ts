import { expect, test } from "bun:test";
import { verifyForeign } from "./verify-foreign.ts";

test("RES-8 (part): of a report by others the form is read: what is cited but not listed is told, and nothing is verified", () => {
  const text =
    "It is 41 m long [1]. It is old [1] [2]. It is red [3].\n\n## References\n1. https://a.test/x\n2. https://b.test/y";
  const { ok, counts, citations, claims } = verifyForeign(text);
  expect(ok).toBe(false);
  expect(counts).toEqual({ verified: 0, near: 0, missing: 0, unreachable: 2 });
  expect(citations.map(({ source }) => source)).toEqual(["https://a.test/x", "https://b.test/y"]);
  expect(claims).toMatchObject([
    { cites: [1], problem: null },
    { cites: [1, 2], problem: null },
    { cites: [], problem: "what it cites is not among the sources of the report" },
  ]);
});
