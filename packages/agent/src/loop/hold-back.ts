import type { Clock } from "@squire/llm";
import type { AgentEvent, EntryDraft } from "@squire/protocol";
import type { LogPort } from "../tool/pipeline/ports.ts";

type Outlets = { readonly log: LogPort; readonly emit: (event: AgentEvent) => void };

/** How long a staged entry may wait for an append that makes it durable on the way. */
const SOON_MS = 5;

/**
 * Nobody hears of an entry before it is durable: from the first staged entry on events wait, until
 * the log is synced again. So one sync serves a reply, calls that only read, their outcomes and the
 * next request. Where that takes longer, what is staged is synced for itself. With a request they
 * wait until it is on its way: nobody sees the difference, and it leaves earlier.
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
  const releaseIfSynced = (): void => {
    if (waiting !== null && log.isSynced) release();
  };
  const settled = async <T>(done: Promise<T>, tell = releaseIfSynced): Promise<T> => {
    try {
      const result = await done;
      tell();
      return result;
    } catch (error) {
      // The turn fails here: what was seen to happen is told, and then why it ended.
      release();
      throw error;
    }
  };
  const behindRequest = (): void => void setImmediate(releaseIfSynced);
  const flush = async (): Promise<void> => {
    if (waiting !== null) await settled(log.flush());
  };
  const begin = (): void => {
    if (waiting !== null) return;
    waiting = [];
    // Who needs the entry notices by itself that the log is broken.
    timer = clock.timer(SOON_MS, () => void flush().catch(() => {}));
  };
  return {
    emit: (event) => {
      if (waiting === null) emit(event);
      else waiting.push(event);
    },
    log: {
      append: (draft) => {
        const tell = isRequest(draft) ? behindRequest : releaseIfSynced;
        return settled(log.append(draft), tell);
      },
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

function isRequest(draft: EntryDraft): boolean {
  return draft.type === "request_sent";
}
