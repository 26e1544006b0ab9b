import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHost } from "@squire/host";
import { callByHand, openByHand } from "@squire/host/workbench";
import type { ByHand } from "@squire/host/workbench";
import type { JsonObject } from "@squire/protocol";
import { median } from "./measure.ts";

const FILE_BYTES = 2 * 1024 * 1024;
const COMMAND = "echo done";

export type ToolRow = {
  readonly what: string;
  readonly toolMs: Times;
  /** What it is compared with. */
  readonly against: string;
  readonly bareMs: Times;
  readonly wanted: string;
};

type Times = { readonly median: number; readonly least: number };

type Contest = {
  readonly what: string;
  readonly act: () => Promise<void>;
  readonly against: string;
  readonly bare: () => Promise<void>;
  readonly wanted: string;
};

/** Calls through the whole pipeline of an open workbench, in turn with what they are compared with. */
export async function measureTools(home: string, runs: number): Promise<readonly ToolRow[]> {
  const work = join(home, "work");
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "large.ts"), sourceText());
  await using confined = await handWith(home, work, "auto");
  await using free = await handWith(home, work, "off");
  const read = (limit: JsonObject) => () => call(free, "read", { path: "large.ts", ...limit });
  const cat = (): Promise<void> => spawned(["cat", "large.ts"], work);
  const bash = (hand: ByHand) => (): Promise<void> => call(hand, "bash", { command: COMMAND });
  const alone = (): Promise<void> => spawned(["bash", "-c", COMMAND], work);
  const contests: readonly Contest[] = [
    { what: "read, 2 MB", act: read({}), against: "cat", bare: cat, wanted: "≤ 2×" },
    {
      what: "read, 2 MB, every line asked for",
      act: read({ limit: 1e9 }),
      against: "cat",
      bare: cat,
      wanted: "",
    },
    {
      what: "bash in the sandbox",
      act: bash(confined),
      against: "bash, no sandbox",
      bare: bash(free),
      wanted: "≤ 15 ms more",
    },
    {
      what: "bash, no sandbox",
      act: bash(free),
      against: "spawned alone",
      bare: alone,
      wanted: "",
    },
  ];
  const rows: ToolRow[] = [];
  for (const contest of contests) rows.push(await measure(contest, runs));
  return rows;
}

/** Lines as source files have them. */
function sourceText(): string {
  const lines: string[] = [];
  for (let length = 0; ;) {
    const at = lines.length;
    const line = `export const value${at} = "some words of line ${at}"; // and what it is for\n`;
    length += line.length;
    if (length > FILE_BYTES) return lines.join("");
    lines.push(line);
  }
}

async function handWith(home: string, cwd: string, sandbox: "auto" | "off"): Promise<ByHand> {
  const own = join(home, `home-${sandbox}`);
  mkdirSync(own, { recursive: true });
  writeFileSync(
    join(own, "config.toml"),
    `[sandbox]\nbash = "${sandbox}"\n[shell]\nintercept = false\n`,
  );
  const host = await openHost({
    env: { SQUIRE_HOME: own, PATH: process.env["PATH"] ?? "" },
    cwd,
    userHome: home,
    offline: true,
    warn: (message) => console.error(message),
  });
  return openByHand(host, { attended: false, yes: true });
}

async function call(hand: ByHand, tool: string, args: JsonObject): Promise<void> {
  const { run } = await callByHand(hand, {
    tool,
    args,
    signal: new AbortController().signal,
    warn: () => {},
  });
  if (!run.ok) throw new Error(`${tool} failed: ${run.text}`);
}

async function spawned(command: string[], cwd: string): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  await new Response(child.stdout).bytes();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
}

async function measure(contest: Contest, runs: number): Promise<ToolRow> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  // The first ones of each only warm up.
  for (let run = -3; run < runs; run++) {
    const one = await timed(contest.act);
    const other = await timed(contest.bare);
    if (run < 0) continue;
    ours.push(one);
    theirs.push(other);
  }
  const { what, against, wanted } = contest;
  return { what, toolMs: timesOf(ours), against, bareMs: timesOf(theirs), wanted };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

function timesOf(values: readonly number[]): Times {
  return { median: median(values), least: Math.min(...values) };
}

export function toolsTable(rows: readonly ToolRow[]): string {
  const both = ({ median: middle, least }: Times): string =>
    `${middle.toFixed(1)} (${least.toFixed(1)}) ms`.padStart(18);
  const lines = rows.map(({ what, toolMs, against, bareMs, wanted }) =>
    [
      what.padEnd(34),
      both(toolMs),
      `  ${against}`.padEnd(20),
      both(bareMs),
      `${(toolMs.median / bareMs.median).toFixed(2)}×`.padStart(8),
      `${(toolMs.median - bareMs.median).toFixed(1)} ms`.padStart(10),
      `  ${wanted}`,
    ].join(""),
  );
  const head = `${"".padEnd(34)}${"squire".padStart(18)}${"  against".padEnd(20)}${"".padStart(18)}${"ratio".padStart(8)}${"more".padStart(10)}  wanted`;
  return [head, ...lines].join("\n");
}
