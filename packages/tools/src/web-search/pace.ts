import type { ToolContext } from "@squire/agent";
import { SearchFailure } from "./search-failure.ts";
import type { ProviderId, SearchProvider } from "./search-provider.ts";

type Waiting = Pick<ToolContext, "clock" | "signal">;

/** Keeps requests to a provider apart, and away while it asked to be left alone (WEB-11). */
export type Pace = {
  /** Resolves when the provider may be asked; rejects when that would take too long. */
  turn(provider: SearchProvider, waiting: Waiting): Promise<void>;
  /** It said when it wants to be asked again. */
  hold(provider: ProviderId, until: number): void;
};

/** Longer than this the next provider is the better choice. */
const MOST_WAIT_MS = 5000;

export function openPace(): Pace {
  const next = new Map<ProviderId, number>();
  return {
    async turn({ id, minIntervalMs }, { clock, signal }) {
      const now = clock.now();
      const start = Math.max(now, next.get(id) ?? 0);
      const wait = start - now;
      if (wait > MOST_WAIT_MS) {
        throw new SearchFailure(`it is left alone for ${Math.ceil(wait / 1000)} more seconds`);
      }
      // Taken at once, so that the next one in line waits behind this.
      next.set(id, start + minIntervalMs);
      if (wait > 0) await clock.sleep(wait, signal);
    },
    hold(id, until) {
      next.set(id, Math.max(next.get(id) ?? 0, until));
    },
  };
}
