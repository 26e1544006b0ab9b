import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flagsOf } from "../scripts/flags.ts";
import { startMockModel } from "./mock-model.ts";
import type { MockModel } from "./mock-model.ts";
import { median, peakMb, runOnce } from "./measure.ts";
import type { Contestant, Sample } from "./measure.ts";
import { measureCalls } from "./calls.ts";
import type { Row } from "./contestants.ts";

const root = join(import.meta.dir, "..");
const flags = flagsOf(
  "npm run bench -- [--only search|tools|chat|huge|face|web|gateway] [--runs N] [--seconds N] [--sessions N] [--json]",
  {
    runs: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
    /** A part by its name, instead of the ratios. */
    only: { type: "string" },
    /** Of streaming, for `face`. */
    seconds: { type: "string", default: "60" },
    /** At once, for `gateway`. */
    sessions: { type: "string", default: "1000" },
  },
);
const runs = Number(flags.runs);
const home = mkdtempSync(join(tmpdir(), "squire-bench-"));
try {
  if (flags.only === "search") await search();
  else if (flags.only === "tools") await tools();
  else if (flags.only === "chat") await chat();
  else if (flags.only === "web") await web();
  else if (flags.only === "gateway") await gateway();
  else {
    build();
    if (flags.only === "huge") await huge();
    else if (flags.only === "face") await face();
    else if (flags.only !== undefined) throw new Error(`there is no benchmark "${flags.only}"`);
    else await ratios();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function ratios(): Promise<void> {
  const rows = await measureAll();
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(join(root, ".cache", "bench.json"), JSON.stringify(rows, null, 2));
  console.log(flags.json ? JSON.stringify(rows, null, 2) : table(rows));
}

async function search(): Promise<void> {
  const { benchSearch, searchTable } = await import("./search.ts");
  const rows = await benchSearch(runs);
  console.log(flags.json ? JSON.stringify(rows, null, 2) : searchTable(rows));
}

async function tools(): Promise<void> {
  const { measureTools, toolsTable } = await import("./tools.ts");
  const rows = await measureTools(home, runs);
  console.log(flags.json ? JSON.stringify(rows, null, 2) : toolsTable(rows));
}

async function chat(): Promise<void> {
  const { firstTokenTable, measureFirstToken } = await import("./chat-first-token.ts");
  const rows = await measureFirstToken(home, runs);
  console.log(flags.json ? JSON.stringify(rows, null, 2) : firstTokenTable(rows));
}

async function web(): Promise<void> {
  const { measureWeb, webTable } = await import("./web.ts");
  const rows = await measureWeb(runs);
  console.log(flags.json ? JSON.stringify(rows, null, 2) : webTable(rows));
}

async function gateway(): Promise<void> {
  const { gatewayTable, measureGateway } = await import("./gateway.ts");
  const rows = await measureGateway(Number(flags.sessions));
  console.log(flags.json ? JSON.stringify(rows, null, 2) : gatewayTable(rows));
}

async function huge(): Promise<void> {
  const { hugeTable, measureHuge } = await import("./huge.ts");
  const rows = await measureHuge({ squire: join(root, "dist", "squire"), home });
  console.log(flags.json ? JSON.stringify(rows, null, 2) : hugeTable(rows));
}

async function face(): Promise<void> {
  const { faceTable, measureFace } = await import("./face.ts");
  const squire = join(root, "dist", "squire");
  const seconds = Number(flags.seconds);
  const rows = await measureFace({ squire, home, runs, seconds });
  console.log(flags.json ? JSON.stringify(rows, null, 2) : faceTable(rows));
}

function build(): void {
  const built = Bun.spawnSync([process.execPath, join(root, "scripts/build.ts")], {
    stdout: "ignore",
    stderr: "inherit",
  });
  if (built.exitCode !== 0) throw new Error("the build failed");
}

async function measureAll(): Promise<Row[]> {
  const short = await startMockModel(20, "word ");
  const long = await startMockModel(20_000, "0123456789");
  try {
    const version = await alternate(contestants(short.baseUrl), ["--version"], ["--version"]);
    const step = await alternate(
      contestants(short.baseUrl),
      ["run", "--yes", "hello"],
      ["hello"],
      short.lastArrival,
    );
    const stream = await alternate(contestants(long.baseUrl), ["run", "--yes", "hello"], ["hello"]);
    return [
      { what: "--version", unit: "ms", ...wall(version), limit: "≤ 20 ms" },
      { what: "spawn → first request", unit: "ms", ...arrival(step), limit: "≤ 6× (goal 4×)" },
      { what: "one step, spawn → exit", unit: "ms", ...wall(step), limit: "" },
      { what: "20,000 deltas, spawn → exit", unit: "ms", ...wall(stream), limit: "≤ 2×" },
      { what: "peak memory, one step", unit: "MB", ...(await peak(short)), limit: "≤ 60 MB" },
      { what: "peak memory, 20,000 deltas", unit: "MB", ...(await peak(long)), limit: "" },
      ...(await measureCalls(contestants, home, runs)),
    ];
  } finally {
    short.close();
    long.close();
  }
}

function contestants(baseUrl: string): readonly [Contestant, Contestant] {
  const config = join(home, "config.toml");
  writeFileSync(
    config,
    `default_model = "mock/test-1"\ndefault_mode = "code"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${baseUrl}"\napi_key_env = "MOCK_KEY"\nmodels = ["test-1"]\ncontext_window = 128000\n`,
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    SQUIRE_HOME: home,
    MOCK_KEY: "sk-mock",
  };
  return [
    { name: "squire", command: [join(root, "dist", "squire")], env },
    {
      name: "null agent",
      command: [process.execPath, join(import.meta.dir, "null-agent.ts")],
      env: { ...env, BENCH_BASE_URL: baseUrl },
    },
  ];
}

type Pair = { readonly squire: readonly Timed[]; readonly nullAgent: readonly Timed[] };
type Timed = Sample & { readonly arrivalMs: number };

/** Runs both in turn, so that both meet the same load; the first run of each only warms up. */
async function alternate(
  [squire, nullAgent]: readonly [Contestant, Contestant],
  squireArgs: readonly string[],
  nullArgs: readonly string[],
  lastArrival: () => number = () => 0,
): Promise<Pair> {
  const pair = { squire: [] as Timed[], nullAgent: [] as Timed[] };
  for (let run = 0; run <= runs; run++) {
    const ours = await runOnce(squire, squireArgs, home);
    const oursArrival = lastArrival() - ours.startedAt;
    const theirs = await runOnce(nullAgent, nullArgs, home);
    if (run === 0) continue;
    pair.squire.push({ ...ours, arrivalMs: oursArrival });
    pair.nullAgent.push({ ...theirs, arrivalMs: lastArrival() - theirs.startedAt });
  }
  return pair;
}

function wall(pair: Pair) {
  return summary(pair, (sample) => sample.wallMs);
}

function arrival(pair: Pair) {
  return summary(pair, (sample) => sample.arrivalMs);
}

async function peak({ baseUrl }: MockModel) {
  const [squire, nullAgent] = contestants(baseUrl);
  return {
    squire: (await peakMb(squire, ["run", "--yes", "hello"], home)) ?? Number.NaN,
    nullAgent: (await peakMb(nullAgent, ["hello"], home)) ?? Number.NaN,
  };
}

function summary(pair: Pair, of: (sample: Timed) => number) {
  return { squire: median(pair.squire.map(of)), nullAgent: median(pair.nullAgent.map(of)) };
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      row.what.padEnd(30),
      `${row.squire.toFixed(1)} ${row.unit}`.padStart(12),
      `${row.nullAgent.toFixed(1)} ${row.unit}`.padStart(12),
      `${(row.squire / row.nullAgent).toFixed(2)}×`.padStart(8),
      `  ${row.limit}`,
    ].join(""),
  );
  const head = `${"".padEnd(30)}${"squire".padStart(12)}${"null agent".padStart(12)}${"ratio".padStart(8)}  wanted`;
  return [head, ...lines].join("\n");
}
