import { expect, test } from "bun:test";
import { FailureKindSchema } from "./failure.ts";
import { userFailureSchema } from "./user-failure.ts";
import { userFailureOf } from "./user-failure-of.ts";

test("PROV-21: every failure of a model becomes one that a user can be told", () => {
  for (const kind of FailureKindSchema.options) {
    const failure = userFailureOf({
      kind,
      message: "m",
      advice: "a",
      retryable: true,
      status: 500,
    });
    expect(userFailureSchema().parse(failure)).toEqual(failure);
    expect(failure).toEqual({ code: kind, message: "m", advice: "a", retryable: true });
  }
  expect(userFailureOf({ kind: "network", message: "m", retryable: true })).not.toHaveProperty(
    "advice",
  );
});
