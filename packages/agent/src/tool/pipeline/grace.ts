import type { Clock } from "@squire/llm";

export type Grace = {
  /** Resolves some time after the signal has fired; never when it does not. */
  readonly over: Promise<void>;
  cancel(): void;
};

/** How long one waits for something that was told to stop. Somebody must cancel it. */
export function graceAfter(signal: AbortSignal, clock: Pick<Clock, "timer">, ms: number): Grace {
  let timer: { cancel(): void } | null = null;
  let forget = (): void => {};
  const over = new Promise<void>((resolve) => {
    const begin = (): void => {
      timer = clock.timer(ms, resolve);
    };
    if (signal.aborted) begin();
    else signal.addEventListener("abort", begin, { once: true });
    forget = () => signal.removeEventListener("abort", begin);
  });
  return {
    over,
    cancel: () => {
      forget();
      timer?.cancel();
    },
  };
}
