import { describeUnfit } from "./issue-text.ts";
import { formatKeyPath } from "./key-path.ts";
import { suggestKey } from "./known-keys.ts";
import type { Position } from "./locate.ts";
import { mergeTables, settleAppends, settledName } from "./merge.ts";
import { capProblems, type Problem } from "./problem.ts";
import { refusalText, refusedInProject } from "./project-scope.ts";
import { CONFIG, LISTS } from "./schema.ts";
import type { Issue } from "./shape.ts";
import {
  isList,
  isTable,
  tableOf,
  valueAt,
  type KeyPath,
  type TomlTable,
  type TomlValue,
} from "./toml-value.ts";

/** Where the values come from, for messages. */
export type Source = {
  readonly scope: "user" | "project";
  /** The file, flag or variable that says what is at `path`, and the place in it. */
  locate(path: KeyPath): { readonly origin: string } & Partial<Position>;
};

export type Checked = {
  /** What is left: every value valid, every key known and allowed. */
  readonly values: TomlTable;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
};

type Finding = Pick<Problem, "severity" | "code"> & {
  readonly path: KeyPath;
  /** What has to go so that the rest can be used. */
  readonly drop: KeyPath;
  /** Made only for the few that are shown: a hostile file can have a hundred thousand. */
  readonly words: () => string;
};

// Every round drops something; real files are done after two.
const MAX_ROUNDS = 12;

/**
 * Checks one layer (CFG-2). Never throws. A value that is wrong or not allowed is taken out, so
 * that the layer below shows through, and the rest stays in use.
 */
export function checkLayer(raw: TomlTable, source: Source): Checked {
  // Most layers of most runs are empty.
  if (Object.keys(raw).length === 0) return { values: raw, errors: [], warnings: [] };
  let values = mergeTables(tableOf([]), raw);
  const findings: Finding[] = source.scope === "project" ? refusals(values) : [];
  values = dropAll(values, findings);
  for (let round = 0; ; round++) {
    const found = inspect(values);
    if (found.length === 0) break;
    findings.push(...found);
    values = round < MAX_ROUNDS ? dropAll(values, found) : tableOf([]);
  }
  const of = (severity: Problem["severity"]): readonly Problem[] =>
    capProblems(
      findings.filter((finding) => finding.severity === severity),
      (finding) => toProblem(finding, source),
    );
  return { values, errors: of("error"), warnings: of("warning") };
}

function refusals(values: TomlTable): Finding[] {
  return refusedInProject(values).map((refusal) => ({
    severity: "warning",
    code: "not-for-projects",
    path: refusal.path,
    drop: refusal.path,
    words: () => refusalText(refusal),
  }));
}

function inspect(values: TomlTable): Finding[] {
  const settled = settleAppends(values);
  const unfit = CONFIG.issues(settled, []).map((issue) => toFinding(issue, settled));
  // Together with the others, before anything is dropped: positions in lists are still true.
  return [...unfit, ...twins(settled)];
}

function toFinding(issue: Issue, settled: TomlTable): Finding {
  return issue.type === "unknown" ? unknownKey(issue.path) : badValue(issue, settled);
}

/** Two elements of one name would shadow each other. */
function twins(settled: TomlTable): Finding[] {
  return Object.keys(LISTS).flatMap((list) => {
    const elements = valueAt(settled, [list]);
    const names = isList(elements) ? elements.map((element) => valueAt(element, ["name"])) : [];
    const seen = new Set<TomlValue>();
    return names.flatMap((name, index): Finding[] => {
      if (name === undefined || !seen.has(name)) {
        if (name !== undefined) seen.add(name);
        return [];
      }
      const path = [list, index, "name"];
      const words = (): string => "there is an entry of this name before; this one is ignored.";
      return [{ severity: "error", code: "bad-value", path, drop: [list, index], words }];
    });
  });
}

function unknownKey(path: KeyPath): Finding {
  const words = (): string => {
    const meant = suggestKey(path);
    return `unknown key, ignored.${meant === null ? "" : ` Did you mean ${meant}?`}`;
  };
  return { severity: "warning", code: "unknown-key", path, drop: path, words };
}

function badValue(
  { path, expected }: Extract<Issue, { type: "unfit" }>,
  settled: TomlTable,
): Finding {
  const found = valueAt(settled, path);
  return {
    severity: "error",
    code: found === undefined ? "missing-key" : "bad-value",
    path,
    drop: dropFor(path, found === undefined),
    words: () => describeUnfit(expected, found, path),
  };
}

// Without one of these an entry would send its key somewhere else than its author meant.
const WHOLE_ENTRY: ReadonlySet<string | number | undefined> = new Set([
  "name",
  "kind",
  "api",
  "base_url",
  "api_key_env",
  "api_key",
  "auth",
  "auth_header",
  "headers",
  "discovery",
]);

function dropFor(path: KeyPath, missing: boolean): KeyPath {
  const [list, , key] = path;
  const entry = path.slice(0, 2);
  if (list === "plugins" || list === "hooks") return entry;
  if (list === "providers" && WHOLE_ENTRY.has(key)) return entry;
  return missing ? path.slice(0, -1) : path;
}

function dropAll(values: TomlTable, findings: readonly Finding[]): TomlTable {
  const gone = new Set(findings.map(({ drop }) => formatKeyPath(drop)));
  return keepTable(values, [], gone);
}

function keepTable(table: TomlTable, path: KeyPath, gone: ReadonlySet<string>): TomlTable {
  const kept: [string, TomlValue][] = [];
  for (const [key, value] of Object.entries(table)) {
    const at = [...path, settledName(key, value)];
    if (!gone.has(formatKeyPath(at))) kept.push([key, keepValue(value, at, gone)]);
  }
  return tableOf(kept);
}

function keepValue(value: TomlValue, path: KeyPath, gone: ReadonlySet<string>): TomlValue {
  if (isTable(value)) return keepTable(value, path, gone);
  if (!isList(value)) return value;
  return value.flatMap((item, index) => {
    const at = [...path, index];
    return gone.has(formatKeyPath(at)) ? [] : [keepValue(item, at, gone)];
  });
}

function toProblem({ path, severity, code, words }: Finding, source: Source): Problem {
  return { severity, code, ...source.locate(path), key: formatKeyPath(path), message: words() };
}
