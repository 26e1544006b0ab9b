import { posix } from "node:path";
import type { Rule, SourceFile } from "./source-file.ts";
import { isTest, packageOf } from "./source-file.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

/** No file and no package is, in the end, needed by itself. Types count: a cycle is a cycle. */
export const cycles: Rule = (files) =>
  [...cyclesIn(fileGraph(files)), ...cyclesIn(packageGraph(files))].map((cycle) => ({
    path: cycle[0] ?? "",
    message: `import cycle: ${[...cycle, cycle[0]].join(" → ")}`,
  }));

function fileGraph(files: readonly SourceFile[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => posix.join(posix.dirname(file.path), specifier))
        .filter((path) => paths.has(path)),
    ]),
  );
}

/** Tests are left out: they may use a kit that is built on what they test. */
function packageGraph(files: readonly SourceFile[]): Graph {
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const from = packageOf(file.path);
    if (from === null || isTest(file.path)) continue;
    const targets = graph.get(`@squire/${from}`) ?? [];
    for (const { specifier } of file.imports) {
      const to = /^@squire\/[^/]+/.exec(specifier)?.[0];
      if (to !== undefined && to !== `@squire/${from}`) targets.push(to);
    }
    graph.set(`@squire/${from}`, targets);
  }
  return graph;
}

/** One shortest cycle for every node that is in one and in no cycle already found. */
function cyclesIn(graph: Graph): readonly (readonly string[])[] {
  const covered = new Set<string>();
  const found: (readonly string[])[] = [];
  for (const node of [...graph.keys()].sort()) {
    if (covered.has(node)) continue;
    const cycle = shortestCycle(graph, node);
    if (cycle === null) continue;
    for (const member of cycle) covered.add(member);
    found.push(cycle);
  }
  return found;
}

function shortestCycle(graph: Graph, start: string): readonly string[] | null {
  const seen = new Set<string>();
  let paths: (readonly string[])[] = [[start]];
  while (paths.length > 0) {
    const next: (readonly string[])[] = [];
    for (const path of paths) {
      for (const target of graph.get(path.at(-1) ?? "") ?? []) {
        if (target === start) return path;
        if (seen.has(target)) continue;
        seen.add(target);
        next.push([...path, target]);
      }
    }
    paths = next;
  }
  return null;
}
