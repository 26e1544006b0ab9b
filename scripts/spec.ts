import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { flagsOf } from "./flags.ts";
import { coverageOf, formatCoverage } from "./spec/coverage.ts";
import { readAreas } from "./spec/requirements.ts";
import { parseResults } from "./spec/test-results.ts";
import { RESULTS } from "./launch/test-run.mjs";

const values = flagsOf("npm run spec -- [--last] [--area AREA] [--json]", {
  area: { type: "string" },
  json: { type: "boolean", default: false },
  last: { type: "boolean", default: false },
});
process.exitCode = report(dirname(import.meta.dir));

/** `npm run spec [-- --last] [--area PROV] [--json]`: which requirements a passing test proves. */
function report(root: string): number {
  const results = join(root, RESULTS);
  if (!values.last) runTests(root);
  if (!existsSync(results)) {
    console.error(`There are no test results yet: run npm test first.`);
    return 1;
  }
  const coverage = coverageOf(
    readAreas(join(root, "docs/spec")),
    parseResults(readFileSync(results, "utf8")),
  );
  const wanted = values.area?.toUpperCase();
  const areas = coverage.areas.filter(({ area }) => wanted === undefined || area === wanted);
  if (areas.length === 0) {
    console.error(
      `There is no area ${wanted}. There are: ${coverage.areas.map(({ area }) => area).join(", ")}.`,
    );
    return 2;
  }
  const shown = { ...coverage, areas };
  console.log(values.json ? JSON.stringify(shown, null, 2) : formatCoverage(shown));
  return coverage.unknown.length === 0 ? 0 : 1;
}

/** The tests speak on stderr, so that stdout carries the report alone. */
function runTests(root: string): void {
  const node = process.env["npm_node_execpath"] ?? "node";
  spawnSync(node, [join(root, "scripts/launch.mjs"), "test"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
}
