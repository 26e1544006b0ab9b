import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tool, ToolContext } from "@squire/agent";
import { systemClock } from "@squire/platform";
import { findRipgrep, globTool, grepTool, scanCache } from "@squire/tools";
import { median } from "./measure.ts";
import { makeTree } from "./search-tree.ts";

const FILES = 50_000;

type Case = {
  readonly what: string;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, string>>;
  /** The same question for ripgrep alone. */
  readonly bare: readonly string[];
};

export type SearchRow = {
  readonly what: string;
  readonly toolMs: number;
  readonly bareMs: number;
  readonly ratio: number;
};

/** Our tools in this process against ripgrep alone, spawned from this process, in turn. */
export async function benchSearch(runs: number): Promise<readonly SearchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "squire-bench-search-"));
  try {
    makeTree(root, FILES);
    const program = await findRipgrep(root)();
    if (program === null) throw new Error("there is no ripgrep to compare with");
    const rows: SearchRow[] = [];
    for (const one of cases(program)) rows.push(await measure(one, { root, program, runs }));
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function cases(program: string): readonly Case[] {
  const ripgrep = (): Promise<string> => Promise.resolve(program);
  const grep = grepTool({ scans: scanCache(), ripgrep });
  const own = grepTool({ scans: scanCache(), ripgrep: () => Promise.resolve(null) });
  const cold = globTool({ scans: scanCache({ ttlMs: 0 }), ripgrep });
  const warm = globTool({ scans: scanCache({ ttlMs: 600_000 }), ripgrep });
  const search = ["--hidden", "--line-number"];
  const regex = "function\\s+\\w+\\s+\\w+\\(";
  const rare = [...search, "needle_rare", "./"];
  return [
    { what: "grep, rare word", tool: grep, args: { pattern: "needle_rare" }, bare: rare },
    {
      what: "grep, no match",
      tool: grep,
      args: { pattern: "never_there" },
      bare: [...search, "never_there", "./"],
    },
    {
      what: "grep, regex, many matches",
      tool: grep,
      args: { pattern: regex },
      bare: [...search, regex, "./"],
    },
    {
      what: "grep, files of a regex",
      tool: grep,
      args: { pattern: regex, output: "files" },
      bare: ["--hidden", "--files-with-matches", regex, "./"],
    },
    {
      what: "grep, count",
      tool: grep,
      args: { pattern: regex, output: "count" },
      bare: ["--hidden", "--count", regex, "./"],
    },
    {
      what: "grep in *.go",
      tool: grep,
      args: { pattern: "needle_rare", glob: "*.go" },
      bare: [...search, "--glob=*.go", "needle_rare", "./"],
    },
    { what: "glob *.go", tool: cold, args: { pattern: "*.go" }, bare: ["--files", "--glob=*.go"] },
    { what: "glob **", tool: cold, args: { pattern: "**" }, bare: ["--files"] },
    {
      what: "glob *.go, again within a second",
      tool: warm,
      args: { pattern: "*.go" },
      bare: ["--files", "--glob=*.go"],
    },
    {
      what: "grep, rare word, our own engine",
      tool: own,
      args: { pattern: "needle_rare" },
      bare: rare,
    },
  ];
}

type Setting = { readonly root: string; readonly program: string; readonly runs: number };

async function measure({ what, tool, args, bare }: Case, setting: Setting): Promise<SearchRow> {
  const { root, program, runs } = setting;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run++) {
    const tooled = await timed(() => runTool(tool, args, root));
    const bared = await timed(() => runBare(program, bare, root));
    // The first of each only warms up.
    if (run === 0) continue;
    ours.push(tooled);
    theirs.push(bared);
  }
  const [toolMs, bareMs] = [median(ours), median(theirs)];
  return { what, toolMs, bareMs, ratio: toolMs / bareMs };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

async function runTool(tool: Tool, args: Case["args"], cwd: string): Promise<void> {
  const prepared = tool.prepare(args);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  const context: ToolContext = {
    cwd,
    signal: new AbortController().signal,
    callId: "call_1",
    sessionId: "ses_1",
    report: () => {},
    artifacts: { save: keepsNothing, stream: keepsNothing },
    env: {},
    clock: systemClock,
  };
  await prepared.call.run(context);
}

async function runBare(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([program, "--no-config", ...args], {
    cwd,
    env: {},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  await new Response(child.stdout).bytes();
  if ((await child.exited) > 1) throw new Error(`ripgrep failed: ${args.join(" ")}`);
}

export function searchTable(rows: readonly SearchRow[]): string {
  const head = `${"".padEnd(36)}${"squire".padStart(12)}${"ripgrep".padStart(12)}${"ratio".padStart(8)}`;
  const lines = rows.map(
    ({ what, toolMs, bareMs, ratio }) =>
      `${what.padEnd(36)}${`${toolMs.toFixed(1)} ms`.padStart(12)}${`${bareMs.toFixed(1)} ms`.padStart(12)}${`${ratio.toFixed(2)}×`.padStart(8)}`,
  );
  return [head, ...lines].join("\n");
}

function keepsNothing(): Promise<never> {
  return Promise.reject(new Error("nothing is kept here"));
}
