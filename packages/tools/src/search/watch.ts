import { ToolError, type ToolContext } from "@squire/agent";

/** What ends a scan before it is done (SRCH-9). */
export type ScanLimits = Pick<ToolContext, "signal" | "clock"> & { readonly timeoutMs: number };

/** How long work may go on without a look at the signal. */
const LOOK_EVERY_MS = 12;
const LOOK_EVERY_ENTRIES = 1_000;
/** How often to look at the time, which costs more than counting. */
const TIME_EVERY_ENTRIES = 50;

export function aborted(why: "Signal" | "Timeout", timeoutMs: number): ToolError {
  if (why === "Signal") return new ToolError("Aborted: Signal");
  return new ToolError(
    `Aborted: Timeout (${timeoutMs / 1_000} s). Name a smaller folder or a narrower pattern.`,
  );
}

/** Looks at signal and time while entries go by, and lets others run in between. */
export class Watch {
  readonly #limits: ScanLimits;
  readonly #begun: number;
  #entries = 0;
  #lastLook = performance.now();

  constructor(limits: ScanLimits) {
    this.#limits = limits;
    this.#begun = limits.clock.now();
    this.check();
  }

  /** Throws once the scan has to end. */
  check(): void {
    const { signal, clock, timeoutMs } = this.#limits;
    if (signal.aborted) throw aborted("Signal", timeoutMs);
    if (clock.now() - this.#begun >= timeoutMs) throw aborted("Timeout", timeoutMs);
  }

  /** True when it is time to `pause`; asked once per entry. */
  isDue(): boolean {
    this.#entries += 1;
    if (this.#entries >= LOOK_EVERY_ENTRIES) return true;
    if (this.#entries % TIME_EVERY_ENTRIES !== 0) return false;
    return performance.now() - this.#lastLook >= LOOK_EVERY_MS;
  }

  /** Lets everything else run that waits, so that an abort can arrive; throws if it did. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    this.#entries = 0;
    this.#lastLook = performance.now();
    this.check();
  }
}
