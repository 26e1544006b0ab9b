import { ToolError } from "@squire/agent";
import { Harvest } from "../harvest.ts";
import type { Found } from "../query.ts";
import { searchArgs } from "./args.ts";
import { outputReader } from "./output.ts";
import type { RgTask } from "./task.ts";
import { withWindows } from "./windows.ts";
import { runRg, type RgEnd } from "./run.ts";

/** Ripgrep cannot be run here; our own engine can. */
export class RipgrepBroken extends Error {
  override readonly name = "RipgrepBroken";
}

/** The pattern is one that ripgrep does not take; `message` holds its words. */
export class PatternRefused extends Error {
  override readonly name = "PatternRefused";
}

/**
 * All threads at once, in any order; what comes first by path is sorted out here. When there is
 * plenty, a second, sorted search sets out: it stops at the last one wanted, which is mostly near.
 * Whichever is done first, the answer is the same.
 */
export async function rgSearch(search: RgTask): Promise<Found> {
  const stop = new AbortController();
  const signal = AbortSignal.any([search.limits.signal, stop.signal]);
  const limited: RgTask = { ...search, limits: { ...search.limits, signal } };
  let found: Found;
  try {
    found = await race(limited);
  } finally {
    // The one that came second.
    stop.abort();
  }
  return withWindows(search, found);
}

function race(search: RgTask): Promise<Found> {
  return new Promise((resolve, reject) => {
    let isSorting = false;
    const onPlenty = (): void => {
      if (isSorting) return;
      isSorting = true;
      inOrder(search).then(resolve, reject);
    };
    inAnyOrder(search, onPlenty).then(resolve, reject);
  });
}

async function inAnyOrder(search: RgTask, onPlenty: () => void): Promise<Found> {
  const harvest = new Harvest(search.query);
  const end = await run(search, "any", harvest, () => {
    if (harvest.isPlenty) onPlenty();
    return true;
  });
  return finish(harvest, end);
}

async function inOrder(search: RgTask): Promise<Found> {
  const harvest = new Harvest(search.query);
  const end = await run(search, "path", harvest, () => !harvest.isFull);
  // This one may have stopped early, but the other has seen that there is plenty.
  return { ...finish(harvest, end), isExact: false };
}

async function run(
  { program, query, root, limits }: RgTask,
  order: "any" | "path",
  harvest: Harvest,
  goesOn: () => boolean,
): Promise<RgEnd> {
  const reader = outputReader(query, (hit) => harvest.add(hit));
  const args = searchArgs(query, root, order);
  const onOutput = (chunk: Uint8Array): boolean => {
    reader.push(chunk);
    return goesOn();
  };
  const end = await runRg({ program, args, cwd: root.path, onOutput }, limits);
  if (end.type === "exited") reader.end();
  return end;
}

const UNREADABLE = /\(os error \d+\)$/gm;
const BAD_PATTERN =
  /^rg: (?:regex parse error|the literal|error parsing|compiled regex|error building)/m;

function finish(harvest: Harvest, end: RgEnd): Found {
  switch (end.type) {
    case "broken":
      throw new RipgrepBroken(end.why);
    case "enough":
      return harvest.end({ unreadable: 0 });
    case "exited": {
      const unreadable = end.complaints.match(UNREADABLE)?.length ?? 0;
      if (end.code < 2 || unreadable > 0) return harvest.end({ unreadable });
      if (/unrecognized flag/.test(end.complaints)) throw new RipgrepBroken(end.complaints);
      if (BAD_PATTERN.test(end.complaints)) throw new PatternRefused(end.complaints);
      throw new ToolError(`The search failed: ${end.complaints.slice(0, 500)}`);
    }
  }
}
