import type { Area } from "./requirements.ts";
import type { TestResult } from "./test-results.ts";

export type AreaCoverage = {
  readonly area: string;
  readonly done: number;
  readonly total: number;
  readonly open: readonly string[];
  /** Those of `open` that a passing test proves in part. */
  readonly begun: readonly string[];
};

export type Coverage = {
  readonly areas: readonly AreaCoverage[];
  /** Ids in test names that no page knows: a typing mistake, or a requirement that is gone. */
  readonly unknown: readonly { readonly id: string; readonly file: string }[];
};

/**
 * Which requirements are named by a passing test. One failing test that names an id opens it again;
 * `PKG-1 (part)` in a name says that the test proves only a part of it.
 */
export function coverageOf(areas: readonly Area[], results: readonly TestResult[]): Coverage {
  const names = new Set(areas.map(({ name }) => name));
  const known = new Set(areas.flatMap(({ ids }) => ids));
  const passed = new Set<string>();
  const begun = new Set<string>();
  const failed = new Set<string>();
  const unknown = new Map<string, string>();
  for (const { name, file, passed: ok } of results) {
    for (const { id, part } of idsIn(name, names)) {
      if (!known.has(id)) unknown.set(id, file);
      else if (!ok) failed.add(id);
      else (part ? begun : passed).add(id);
    }
  }
  return {
    areas: areas.map(({ name, ids }) => {
      const open = ids.filter((id) => !passed.has(id) || failed.has(id));
      return {
        area: name,
        done: ids.length - open.length,
        total: ids.length,
        open,
        begun: open.filter((id) => begun.has(id) || passed.has(id)),
      };
    }),
    unknown: [...unknown].map(([id, file]) => ({ id, file })),
  };
}

const IDS = /\b([A-Z][A-Z0-9]*)-(\d+)(?:\.\.(\d+))?\b( \(part\))?/g;

/** Ids of our areas in a test's name; `PROV-8..10` names the ends and all between. */
export function idsIn(name: string, areas: ReadonlySet<string>): readonly NamedId[] {
  const ids: NamedId[] = [];
  for (const [, area = "", from = "", to, part] of name.matchAll(IDS)) {
    if (!areas.has(area)) continue;
    const last = Math.min(Number(to ?? from), Number(from) + 100);
    for (let n = Number(from); n <= last; n++) {
      ids.push({ id: `${area}-${n}`, part: part !== undefined });
    }
  }
  return ids;
}

export type NamedId = { readonly id: string; readonly part: boolean };

export function formatCoverage({ areas, unknown }: Coverage): string {
  const lines = areas.flatMap(({ area, done, total, open, begun }) => [
    `${area} ${done}/${total}`,
    ...(open.length === 0
      ? []
      : [`    open: ${done === 0 && areas.length > 1 ? "all" : open.join(", ")}`]),
    ...(begun.length === 0 ? [] : [`    begun: ${begun.join(", ")}`]),
  ]);
  const done = areas.reduce((sum, area) => sum + area.done, 0);
  const total = areas.reduce((sum, area) => sum + area.total, 0);
  return [
    ...lines,
    ...unknown.map(({ id, file }) => `unknown id ${id} in a test of ${file}`),
    `${done} of ${total} requirements are named by a passing test`,
  ].join("\n");
}
