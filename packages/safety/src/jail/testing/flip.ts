import { Worker } from "node:worker_threads";

/** Swaps two names as fast as the disk can, in a thread of its own. */
export type Flipper = AsyncDisposable & {
  /** How often they have been swapped by now. */
  flips(): number;
};

/** Plain code, since it runs in another thread: `a` and `b` change places through `spare`. */
const LOOP = `
const { renameSync, rmSync, lstatSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const { a, b, spare, shared } = workerData;
const state = new Int32Array(shared);
const there = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
const step = (from, to) => {
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      // The one who writes may have made a folder in the gap.
      if (Atomics.load(state, 1) === 1 || !there(from)) throw error;
      rmSync(to, { recursive: true, force: true });
    }
  }
};
try {
  while (Atomics.load(state, 1) === 0) {
    step(a, spare);
    step(b, a);
    step(spare, b);
    Atomics.add(state, 0, 1);
  }
} catch (error) {
  if (Atomics.load(state, 1) === 0) throw error;
}
`;

export function startFlipping(a: string, b: string): Flipper {
  const shared = new SharedArrayBuffer(8);
  const state = new Int32Array(shared);
  const workerData = { a, b, spare: `${b}.spare`, shared };
  const worker = new Worker(LOOP, { eval: true, workerData });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once("exit", () => resolve());
    worker.once("error", reject);
  });
  // Told when it is stopped; unheard until then it would end the process.
  ended.catch(() => undefined);
  return {
    flips: () => Atomics.load(state, 0),
    async [Symbol.asyncDispose]() {
      Atomics.store(state, 1, 1);
      await ended;
    },
  };
}
