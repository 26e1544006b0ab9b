const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Below 0 when `a` is older. A prerelease is older than the bare version (CLI-6). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const at of [0, 1, 2] as const) {
    if (left.core[at] !== right.core[at]) return left.core[at] - right.core[at];
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

type Parts = {
  readonly core: readonly [number, number, number];
  readonly prerelease: readonly string[];
};

function partsOf(version: string): Parts {
  const [, major, minor, patch, prerelease = ""] = VERSION.exec(version) ?? [];
  return {
    core: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === "" ? [] : prerelease.split("."),
  };
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Number(a.length === 0) - Number(b.length === 0);
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by size and below words; words by their letters. */
function compareIdentifiers(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return Number(a) - Number(b);
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
