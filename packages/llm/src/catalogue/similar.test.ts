import { expect, test } from "bun:test";
import { closest } from "./similar.ts";

test("MODL-8: suggestions are near, few and in order", () => {
  const options = ["sonnet", "sonnets", "sonet", "opus", "bonnet", "sonne", "sonnnet", "sonnet"];
  expect(closest("sonnet", options)).toEqual(["sonnet", "bonnet", "sonet", "sonne", "sonnets"]);
  expect(closest("zzz", options)).toEqual([]);
  expect(closest("", options)).toEqual([]);
});
