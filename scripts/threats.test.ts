import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const PAGE = readFileSync(join(ROOT, "docs/threats.md"), "utf8");
const LAST = 45;

type Row = { readonly id: string; readonly cells: readonly string[] };

function rowsIn(page: string): readonly Row[] {
  return page.split("\n").flatMap((line): readonly Row[] => {
    const [, id, rest] = /^\| (S\d+) \| (.*) \|$/.exec(line) ?? [];
    return id === undefined || rest === undefined ? [] : [{ id, cells: rest.split(" | ") }];
  });
}

/** What is wrong with a page of threats. */
function problemsIn(page: string): readonly string[] {
  const rows = rowsIn(page);
  const wanted = Array.from({ length: LAST }, (_, at) => `S${at + 1}`);
  const missing = wanted.filter((id) => rows.filter((row) => row.id === id).length !== 1);
  const wrong = rows.flatMap(({ id, cells }) => {
    const shown = cells[2] ?? "";
    if (cells.length !== 3 || cells.some((cell) => cell.trim() === "")) return [`${id}: its cells`];
    if (shown === "not yet") return [];
    const files = [...shown.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    const gone = files.filter((file) => !existsSync(join(ROOT, file)));
    const proofs = files.filter((file) => /\.test\.ts$|^judges\/|^scripts\/torture\//.test(file));
    if (proofs.length === 0) return [`${id}: no test`];
    return gone.map((file) => `${id}: there is no ${file}`);
  });
  return [...missing.map((id) => `${id}: not there once`), ...wrong];
}

test("SEC-12: every threat has a row, and every test it names is there", () => {
  expect(problemsIn(PAGE)).toEqual([]);
});

test("a page that promises too much is found", () => {
  const broken = PAGE.replace("programs/programs.test.ts", "programs/gone.test.ts")
    .replace(/^\| S45 .*$/m, "")
    .replace(/^\| S26 (.*) \| `[^|]*` \|$/m, "| S26 $1 | surely |");
  expect(problemsIn(broken)).toEqual([
    "S45: not there once",
    "S12: there is no packages/safety/src/programs/gone.test.ts",
    "S26: no test",
  ]);
});
