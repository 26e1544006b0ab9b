import { expect, test } from "bun:test";
import { editSummary } from "./edit-summary.ts";

test("one place is not called places", () => {
  expect(editSummary("a.ts", 1)).toBe("edit a.ts (1 place)");
  expect(editSummary("a.ts", 2)).toBe("edit a.ts (2 places)");
});
