import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "@xterm/headless";
import { startFaceModel, type FaceModel } from "./face-model.ts";
import { FinishedRows } from "./face-rows.ts";
import { BenchTerminal, type FaceProgram } from "./face-terminal.ts";
import { median } from "./measure.ts";

export type FaceRow = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: string;
};

export type FacePlace = {
  readonly squire: string;
  readonly home: string;
  readonly runs: number;
  /** Of streaming. */
  readonly seconds: number;
};

const SIZE = { columns: 100, rows: 30 };
const READY = (screen: string): boolean => screen.includes("mock/test-1");
const IDLE = (screen: string): boolean => screen.includes("What shall we build?");
/** What a card shows besides its text: sign, name, figures. */
const CARD_CHARACTERS = 160;
const ITEMS = 2000;

/** The terminal face of the compiled program in a terminal of its own. */
export async function measureFace({
  squire,
  home,
  runs,
  seconds,
}: FacePlace): Promise<readonly FaceRow[]> {
  const model = await startFaceModel();
  const program = programAt(squire, home, model);
  try {
    return [
      ...(await measureStart(program, runs)),
      ...(await measureItems(program)),
      ...(await measureStream(program, model, seconds)),
    ];
  } finally {
    model.close();
  }
}

function programAt(squire: string, home: string, { baseUrl }: FaceModel): FaceProgram {
  const cwd = join(home, "project");
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "a.txt"), "a line of text in a file\n".repeat(30));
  writeFileSync(
    join(home, "config.toml"),
    `default_model = "mock/test-1"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${baseUrl}"\napi_key_env = "MOCK_KEY"\nmodels = ["test-1"]\ncontext_window = 10000000\n`,
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    SQUIRE_HOME: home,
    MOCK_KEY: "sk-mock",
    TERM: "xterm-256color",
  };
  return { command: [squire, "--max-steps", "100000"], cwd, env };
}

/** From nothing to the first rows, to a key that is typed at once, and to the model's name. */
async function measureStart(program: FaceProgram, runs: number): Promise<readonly FaceRow[]> {
  const paints: number[] = [];
  const echoes: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run <= runs; run++) {
    await using terminal = new BenchTerminal(program, SIZE);
    const paint = (await terminal.until((screen) => screen.includes("▸"))) - terminal.startedAt;
    terminal.type("k");
    const echo = (await terminal.until((screen) => screen.includes("▸ k"))) - terminal.startedAt;
    await terminal.until(READY);
    memory.push(await settledRss(terminal));
    await terminal.leave();
    // The first run reads the program from the disk.
    if (run > 0) paints.push(paint);
    if (run > 0) echoes.push(echo);
  }
  return [
    { what: "spawn → first paint", value: median(paints), unit: "ms", limit: "≤ 150 ms" },
    { what: "spawn → echo of a key", value: median(echoes), unit: "ms", limit: "≤ 150 ms" },
    { what: "memory at the prompt", value: median(memory), unit: "MB", limit: "≤ 90 MB" },
  ];
}

/** Memory when nothing more is loaded: the smallest of a second. */
async function settledRss(terminal: BenchTerminal): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    least = Math.min(least, terminal.rss());
  }
  return least;
}

const KEYS = "abcdefghijklmnopqrst";

/** The time of a key at a quiet prompt. */
async function quietEchoes(terminal: BenchTerminal): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 1; at <= KEYS.length; at++) {
    times.push(await terminal.echo(KEYS[at - 1] ?? "", KEYS.slice(0, at)));
  }
  terminal.type("\u0015");
  await terminal.until(IDLE);
  return times;
}

async function measureItems(program: FaceProgram): Promise<readonly FaceRow[]> {
  await using terminal = new BenchTerminal(program, SIZE);
  await terminal.until(READY);
  const before = median(await quietEchoes(terminal));
  terminal.type(`items ${ITEMS}\r`);
  await terminal.until((screen) => /\n {2}done\n/.test(screen) && IDLE(screen));
  const after = median(await quietEchoes(terminal));
  // Two seconds after the last key it gives back what it can.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const memory = await settledRss(terminal);
  await terminal.leave();
  const items = ITEMS.toLocaleString("en");
  return [
    { what: "echo of a key, at the start", value: before, unit: "ms", limit: "" },
    { what: `echo of a key, after ${items} items`, value: after, unit: "ms", limit: "as before" },
    { what: `memory after ${items} items of 1 KB`, value: memory, unit: "MB", limit: "≤ 150 MB" },
  ];
}

/** A stream as a fast model sends it, with tool cards, resizes, and somebody who types meanwhile. */
async function measureStream(
  program: FaceProgram,
  model: FaceModel,
  seconds: number,
): Promise<readonly FaceRow[]> {
  await using terminal = new BenchTerminal(program, SIZE);
  await terminal.until(READY);
  const finished = new FinishedRows();
  let emulator: Terminal | null = null;
  terminal.watch((screen) => {
    emulator = screen;
    finished.look(screen);
  });
  const settle = (): void => {
    if (emulator !== null) finished.settle(emulator);
  };
  const { bytes, clears } = terminal;
  const sent = model.sent();
  terminal.type(`stream ${seconds}\r`);
  await terminal.until((screen) => screen.includes("esc to stop"));
  const typing = typeOn(terminal);
  for (const [columns, rows] of [
    [80, 30],
    [120, 40],
    [100, 30],
  ] as const) {
    await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 4));
    settle();
    terminal.resize(columns, rows);
  }
  await terminal.until((screen) => !screen.includes("esc to stop"));
  const echoes = await typing.stop();
  settle();
  const now = model.sent();
  const visible = now.text - sent.text + (now.calls - sent.calls) * CARD_CHARACTERS;
  await terminal.leave();
  return [
    { what: "screens cleared", value: terminal.clears - clears, unit: "", limit: "0" },
    { what: "finished rows changed again", value: finished.touched, unit: "", limit: "0" },
    {
      what: "bytes per visible character",
      value: (terminal.bytes - bytes) / visible,
      unit: "",
      limit: "≤ 3",
    },
    { what: "echo of a key meanwhile, median", value: median(echoes), unit: "ms", limit: "" },
    { what: "echo of a key meanwhile, p99", value: p99(echoes), unit: "ms", limit: "≤ 50 ms" },
  ];
}

/** Types a key every quarter of a second and measures its echo, until it is told to stop. */
function typeOn(terminal: BenchTerminal): { readonly stop: () => Promise<readonly number[]> } {
  const times: number[] = [];
  const stop = new AbortController();
  const all = typeUntil(stop.signal, terminal, times);
  return {
    stop: async () => {
      stop.abort();
      await all;
      return times;
    },
  };
}

async function typeUntil(
  signal: AbortSignal,
  terminal: BenchTerminal,
  times: number[],
): Promise<void> {
  for (let at = 1; !signal.aborted; at = (at % KEYS.length) + 1) {
    times.push(await terminal.echo(KEYS[at - 1] ?? "", KEYS.slice(0, at)));
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (at < KEYS.length) continue;
    terminal.type("\u0015");
    await terminal.until((screen) => !screen.includes(`▸ ${KEYS}`));
  }
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

export function faceTable(rows: readonly FaceRow[]): string {
  const lines = rows.map(({ what, value, unit, limit }) => {
    const figure = unit === "" && Number.isInteger(value) ? String(value) : value.toFixed(1);
    return `${what.padEnd(36)}${`${figure} ${unit}`.trimEnd().padStart(10)}  ${limit}`;
  });
  return [`${"".padEnd(36)}${"squire".padStart(10)}  wanted`, ...lines].join("\n");
}
