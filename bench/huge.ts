import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import { systemClock } from "@squire/platform";
import { makeHugeSession } from "./huge-session.ts";
import type { Contestant } from "./measure.ts";
import { startMockModel } from "./mock-model.ts";

export type HugeRow = {
  readonly what: string;
  readonly seconds: number;
  /** Of processor time: what counts on a machine that does other things as well. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly limit: string;
};

const ENTRIES = 500_000;
const BYTES = 1_000_000_000;
const SESSIONS = 2000;

export type HugePlace = { readonly squire: string; readonly home: string };

/** What very long and very many sessions cost. Takes minutes and 1.3 GB of disk. */
export async function measureHuge({ squire, home }: HugePlace): Promise<readonly HugeRow[]> {
  const model = await startMockModel(20, "word ");
  const place = { squire, home: join(home, "home"), cwd: join(home, "project") };
  mkdirSync(place.cwd, { recursive: true });
  try {
    const id = await makeHugeSession({ ...place, entries: ENTRIES, bytes: BYTES });
    const log = logIn(place.home);
    console.error(`a session of ${ENTRIES} entries and ${statSync(log).size} bytes`);
    const bench = new HugeBench(place, model.baseUrl);
    const rows = await bench.rows(id, log);
    return [...rows, ...(await manySessions(bench, join(home, "many")))];
  } finally {
    model.close();
  }
}

class HugeBench {
  readonly #contestant: Contestant;
  readonly #cwd: string;

  constructor({ squire, home, cwd }: HugePlace & { readonly cwd: string }, baseUrl: string) {
    const env = { PATH: process.env["PATH"] ?? "", MOCK_KEY: "sk-mock" };
    this.#contestant = {
      name: "squire",
      command: [squire],
      env: { ...env, HOME: home, SQUIRE_HOME: home },
    };
    this.#cwd = cwd;
    writeFileSync(
      join(home, "config.toml"),
      `default_model = "mock/test-1"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${baseUrl}"\napi_key_env = "MOCK_KEY"\nmodels = ["test-1"]\ncontext_window = 128000\n`,
    );
  }

  async rows(id: string, log: string): Promise<readonly HugeRow[]> {
    const goOn = ["run", "--resume", id, "--yes", "hello"];
    const rows = [
      await this.row("run in a new session", ["run", "--yes", "hello"], ""),
      await this.row("run --resume, with the index", goOn, "≤ 2 s, ≤ 300 MB"),
      await this.row("run --resume once more", goOn, "≤ 2 s, ≤ 300 MB"),
    ];
    rmSync(`${log}.index`);
    return [
      ...rows,
      await this.row("run --resume, without the index", goOn, "≤ 300 MB"),
      await this.row("run --continue", ["run", "--continue", "--yes", "hello"], ""),
      await this.row("session list, after it", ["session", "list"], ""),
      await this.row("session verify", ["session", "verify", id], "≤ 300 MB"),
      await this.row("session show", ["session", "show", id], "≤ 300 MB"),
      await this.row("session show --json", ["session", "show", id, "--json"], "≤ 300 MB"),
      await this.row("session tree", ["session", "tree", id], "≤ 300 MB"),
      await this.row("search, first", ["search", "found quoted"], "≤ 300 MB"),
      await this.row("search, then", ["search", "found quoted"], ""),
      await this.row("run --resume, at the end", goOn, "≤ 2 s, ≤ 300 MB"),
    ];
  }

  async row(what: string, args: readonly string[], limit: string, home?: string): Promise<HugeRow> {
    const report = join(this.#cwd, "..", "time.txt");
    const { command, env } = this.#contestant;
    const timed = ["/usr/bin/time", "-f", "%e %U %S %M", "-o", report, ...command, ...args];
    // What is printed may be a gigabyte.
    const child = Bun.spawn(timed, {
      cwd: this.#cwd,
      env: home === undefined ? { ...env } : { ...env, SQUIRE_HOME: home },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    });
    if ((await child.exited) !== 0) throw new Error(`${what}: squire ${args.join(" ")} failed`);
    const [seconds = 0, user = 0, system = 0, peak = 0] = readFileSync(report, "utf8")
      .trim()
      .split(" ")
      .map(Number);
    console.error(`${what}: ${seconds} s`);
    return { what, seconds, cpuSeconds: user + system, peakMb: peak / 1024, limit };
  }
}

async function manySessions(bench: HugeBench, home: string): Promise<readonly HugeRow[]> {
  const cwd = join(home, "..", "project");
  const ports = {
    disk: nodeDisk(),
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    processes: systemProcesses(),
  };
  await ports.disk.mkdir(home);
  const store = fileStore(ports, home);
  for (let at = 0; at < SESSIONS; at++) {
    await using session = await store.create({ cwd });
    const text = `task ${at}`;
    const message = { role: "user", content: [{ type: "text", text }] } as const;
    await session.append({ type: "message", message, status: "complete" });
  }
  const list = ["session", "list"];
  return [
    await bench.row(`session list of ${SESSIONS}, first`, list, "", home),
    await bench.row(`session list of ${SESSIONS}, then`, list, "≤ 0.2 s", home),
  ];
}

function logIn(home: string): string {
  const sessions = join(home, "sessions");
  const [project = ""] = readdirSync(sessions);
  const folder = join(sessions, project);
  const name = readdirSync(folder).find((file) => file.endsWith(".jsonl")) ?? "";
  return join(folder, name);
}

export function hugeTable(rows: readonly HugeRow[]): string {
  const lines = rows.map(({ what, seconds, cpuSeconds, peakMb, limit }) =>
    [
      what.padEnd(34),
      `${seconds.toFixed(2)} s`.padStart(10),
      `${cpuSeconds.toFixed(2)} s`.padStart(10),
      `${peakMb.toFixed(0)} MB`.padStart(9),
      `  ${limit}`,
    ].join(""),
  );
  const head = `${"".padEnd(34)}${"wall".padStart(10)}${"cpu".padStart(10)}${"peak".padStart(9)}  wanted`;
  return [head, ...lines].join("\n");
}
