import { workerUrl } from "@squire/platform";
import type { Worker } from "node:worker_threads";
import type { PageExtract, PageRequest, WorkerWord } from "./page-extract.ts";

/** Makes text of pages, away from the main thread and in bounded time. */
export type Extractor = {
  extract(request: Omit<PageRequest, "plain">, signal: AbortSignal): Promise<PageExtract>;
  /** Ends what runs and what waits. */
  close(): Promise<void>;
};

export type ExtractorOptions = {
  readonly clock: { timer(ms: number, fire: () => void): { cancel(): void } };
  /** For a document, and once more for plain text when that took too long. */
  readonly timeMs?: number;
};

const TIME_MS = 10_000;
const IDLE_MS = 30_000;
const LATE = Symbol("late");

/**
 * A worker is started at the first page, used again for the next, and ended when idle for a while or
 * when a page takes too long: a hostile page can waste its own time only.
 */
export function openExtractor({ clock, timeMs = TIME_MS }: ExtractorOptions): Extractor {
  const workers = new Set<Worker>();
  let idle: Worker | null = null;
  let rest: { cancel(): void } | null = null;

  const end = async (worker: Worker): Promise<void> => {
    workers.delete(worker);
    if (idle === worker) idle = null;
    await worker.terminate();
  };
  const take = (): Worker => {
    rest?.cancel();
    const worker = idle ?? newWorker();
    idle = null;
    workers.add(worker);
    worker.ref();
    return worker;
  };
  const giveBack = (worker: Worker): void => {
    if (idle !== null) return void end(worker);
    idle = worker;
    // Waiting for the next page keeps nobody from leaving.
    worker.unref();
    rest = clock.timer(IDLE_MS, () => void end(worker));
  };
  const run = async (request: PageRequest, signal: AbortSignal) => {
    const isLoaded = idle !== null;
    const worker = take();
    const time = timeLimit(clock, timeMs);
    if (isLoaded) time.begin();
    try {
      const answer = answerOf(worker, request, { signal, onLoaded: time.begin });
      const result = await Promise.race([answer, time.late]);
      if (result === LATE) await end(worker);
      else giveBack(worker);
      return result;
    } catch (error) {
      await end(worker);
      throw error;
    } finally {
      time.cancel();
    }
  };
  return {
    async extract(request, signal) {
      const first = await run({ ...request, plain: false }, signal);
      if (first !== LATE) return first;
      const message = "The page took too long to read.";
      if (request.selector !== null) return { type: "failed", message };
      const second = await run({ ...request, plain: true }, signal);
      return second === LATE ? { type: "failed", message } : second;
    },
    async close() {
      rest?.cancel();
      await Promise.all([...workers].map(end));
    },
  };
}

/** Begins when it is told: on a busy machine a thread loads for long, which is no fault of the page. */
function timeLimit(clock: ExtractorOptions["clock"], ms: number) {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  let timer: { cancel(): void } | null = null;
  const begin = (): void => {
    timer = clock.timer(ms, () => resolve(LATE));
  };
  return { late, begin, cancel: () => timer?.cancel() };
}

type Waiting = { readonly signal: AbortSignal; readonly onLoaded: () => void };

function answerOf(
  worker: Worker,
  request: PageRequest,
  { signal, onLoaded }: Waiting,
): Promise<PageExtract> {
  const { promise, resolve, reject } = Promise.withResolvers<PageExtract>();
  const stop = (): void => reject(signal.reason);
  const exit = (): void => reject(new Error("The worker that reads pages ended."));
  const hear = (word: WorkerWord): void => (word === "ready" ? onLoaded() : resolve(word));
  worker.on("message", hear);
  worker.once("error", reject);
  worker.once("exit", exit);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not a window
  else worker.postMessage(request);
  return promise.finally(() => {
    worker.off("message", hear);
    worker.off("error", reject);
    worker.off("exit", exit);
    signal.removeEventListener("abort", stop);
  });
}

/** Loaded with the first page: most sessions read none. */
function newWorker(): Worker {
  const threads = process.getBuiltinModule("node:worker_threads");
  return new threads.Worker(workerUrl("extract.worker.ts", import.meta.url));
}
