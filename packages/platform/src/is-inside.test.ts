import { expect, test } from "bun:test";
import { join } from "node:path";
import { isInside } from "./is-inside.ts";

const FOLDER = join("/", "work", "project");

test.each([
  ["", true],
  ["a/b.ts", true],
  ["a/../b.ts", true],
  ["..notes.md", true],
  ["..folder/a", true],
  ["..", false],
  ["../other", false],
  ["../project-2/a", false],
  ["a/../../b", false],
])("a path is inside by its letters: %s", (path, inside) => {
  expect(isInside(FOLDER, join(FOLDER, path))).toBe(inside);
});

test("everything is inside of the root, and the root in nothing but itself", () => {
  expect(isInside("/", FOLDER)).toBe(true);
  expect(isInside(FOLDER, "/")).toBe(false);
  expect(isInside("/", "/")).toBe(true);
});
