import type { AgentEvent } from "@squire/protocol";
import type { LogPort } from "../tool/pipeline/ports.ts";

type Outlets = { readonly log: LogPort; readonly emit: (event: AgentEvent) => void };

/**
 * Nobody hears of an entry before it is durable: from the first staged entry on events wait, until
 * the log is synced again. So one sync serves a reply and the start of its calls, another one their
 * outcomes and the next request.
 */
export function holdBack({ log, emit }: Outlets): Outlets {
  let waiting: AgentEvent[] | null = null;
  const release = (): void => {
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
  return {
    emit: (event) => {
      if (waiting === null) emit(event);
      else waiting.push(event);
    },
    log: {
      append: (draft) => settled(log.append(draft)),
      stage: (draft) => {
        waiting ??= [];
        return settled(log.stage(draft));
      },
      flush: async () => {
        if (waiting !== null) await settled(log.flush());
      },
      get isSynced() {
        return log.isSynced;
      },
    },
  };
}
