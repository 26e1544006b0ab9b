import { expect, test } from "bun:test";
import { rejectionOf } from "./rejection.ts";

test("a rejection gives its reason, a result is a failure", async () => {
  const reason = new Error("no");
  expect(await rejectionOf(Promise.reject(reason))).toBe(reason);
  expect(await rejectionOf(rejectionOf(Promise.resolve(1)))).toEqual(
    new Error("Expected a rejection, got 1."),
  );
});
