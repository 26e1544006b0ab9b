import { dirname, join } from "node:path";
import { expect, test } from "bun:test";
import { coverageOf, formatCoverage, idsIn } from "./coverage.ts";
import { areasIn, readAreas } from "./requirements.ts";
import { parseResults } from "./test-results.ts";

const PAGE = "# AB — things\n\n- **AB-1** One.\n- **AB-2** Two, as AB-1.\n- **AB-3** Three.\n";
const AREAS = areasIn(PAGE);

const result = (name: string, passed = true) => ({ name, file: "a.test.ts", passed });

test("the ids of a page are its list items, not the ids it mentions", () => {
  expect(AREAS).toEqual([{ name: "AB", ids: ["AB-1", "AB-2", "AB-3"] }]);
});

test("an id is done when a passing test names it anywhere in its full name", () => {
  const { areas } = coverageOf(AREAS, [
    result("AB-1: x"),
    result("group (AB-2) inner"),
    result("AB-3: y", false),
  ]);
  expect(areas).toEqual([{ area: "AB", done: 2, total: 3, open: ["AB-3"], begun: [] }]);
});

test("a failing test opens what another one has proved", () => {
  const { areas } = coverageOf(AREAS, [result("AB-1: x"), result("AB-1: y", false)]);
  expect(areas[0]).toMatchObject({ done: 0, open: ["AB-1", "AB-2", "AB-3"] });
});

test("a test that proves a part begins a requirement and does not close it", () => {
  const { areas } = coverageOf(AREAS, [
    result("AB-1 (part): x"),
    result("AB-2 (part): y"),
    result("AB-2: z"),
  ]);
  expect(areas).toEqual([
    { area: "AB", done: 1, total: 3, open: ["AB-1", "AB-3"], begun: ["AB-1"] },
  ]);
});

test("ids that no page knows are reported with their file", () => {
  const coverage = coverageOf(AREAS, [
    result("AB-9: x"),
    result("UTF-8 and SHA-256 are no ids of ours"),
  ]);
  expect(coverage.unknown).toEqual([{ id: "AB-9", file: "a.test.ts" }]);
  expect(formatCoverage(coverage)).toContain("unknown id AB-9 in a test of a.test.ts");
});

test("a range names everything between its ends", () => {
  const areas = new Set(["AB"]);
  const ids = (name: string) => idsIn(name, areas).map(({ id }) => id);
  expect(ids("AB-1..3: all")).toEqual(["AB-1", "AB-2", "AB-3"]);
  expect(ids("AB-1, AB-3: two")).toEqual(["AB-1", "AB-3"]);
  expect(ids("CAB-1 and AB-1x")).toEqual([]);
});

test("results are read from the report of a run", () => {
  const xml = `<testsuites><testsuite name="a.test.ts">
    <testcase name="AB-1: a &lt; b &amp;&#10;c" classname="" file="a.test.ts" />
    <testcase name="inner" classname="AB-2: group" file="a.test.ts"></testcase>
    <testcase name="bad" classname="" file="b.test.ts"><failure type="x" message="y">z</failure></testcase>
    <testcase name="later" classname="" file="b.test.ts"><skipped /></testcase>
  </testsuite></testsuites>`;
  expect(parseResults(xml)).toEqual([
    { name: "AB-1: a < b &\nc", file: "a.test.ts", passed: true },
    { name: "AB-2: group inner", file: "a.test.ts", passed: true },
    { name: "bad", file: "b.test.ts", passed: false },
    { name: "later", file: "b.test.ts", passed: false },
  ]);
});

test("the pages of this repository have every id once and without gaps", () => {
  const areas = readAreas(join(dirname(dirname(import.meta.dir)), "docs/spec"));
  expect(new Set(areas.map(({ name }) => name)).size).toBe(areas.length);
  for (const { name, ids } of areas) {
    expect(ids).toEqual(ids.map((_, at) => `${name}-${at + 1}`));
  }
});
