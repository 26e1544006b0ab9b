/** The largest delay a timer takes; anything above would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Real time. `sleep` rejects with the signal's reason when that fires first. */
export const systemClock = {
  now: (): number => Date.now(),
  sleep,
  timer,
};

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      waiting.cancel();
      reject(signal?.reason);
    };
    const waiting = timer(ms, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function timer(ms: number, fire: () => void): { cancel(): void } {
  const handle = setTimeout(fire, Math.min(ms, MAX_DELAY_MS));
  return { cancel: () => clearTimeout(handle) };
}
