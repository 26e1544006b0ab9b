import type { Clock } from "@squire/llm";
import type { AgentEvent } from "@squire/protocol";
import type { LogPort } from "../tool/pipeline/ports.ts";

type Outlets = { readonly log: LogPort; readonly emit: (event: AgentEvent) => void };

/** How long a staged entry may wait for an append that makes it durable on the way. */
const SOON_MS = 5;

/**
 * Nobody hears of an entry before it is durable: from the first staged entry on events wait, until
 * the log is synced again. So one sync serves a reply, calls that only read, their outcomes and the
 * next request. Where that takes longer, what is staged is synced for itself.
 */
export function holdBack({ log, emit }: Outlets, clock: Pick<Clock, "timer">): Outlets {
  let waiting: AgentEvent[] | null = null;
  let timer: { cancel(): void } | null = null;
  const release = (): void => {
    timer?.cancel();
    timer = null;
    const held = waiting ?? [];
    waiting = null;
    for (const event of held) emit(event);
  };
  const settled = async <T>(done: Promise<T>): Promise<T> => {
    try {
      const result = await done;
      if (waiting !== null && log.isSynced) release();
      return result;
    } catch (error) {
      // The turn fails here: what was seen to happen is told, and then why it ended.
      release();
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    if (waiting !== null) await settled(log.flush());
  };
  const arm = (): void => {
    timer = clock.timer(SOON_MS, () => {
      // Something may have been staged while this was being synced. Who needs an entry notices by
      // itself that the log is broken.
      void flush().then(
        () => waiting !== null && arm(),
        () => {},
      );
    });
  };
  const begin = (): void => {
    if (waiting !== null) return;
    waiting = [];
    arm();
  };
  return {
    emit: (event) => {
      if (waiting === null) emit(event);
      else waiting.push(event);
    },
    log: {
      append: (draft) => settled(log.append(draft)),
      stage: (draft) => {
        begin();
        return settled(log.stage(draft));
      },
      flush,
      get isSynced() {
        return log.isSynced;
      },
    },
  };
}
