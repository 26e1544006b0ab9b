import { LogError } from "./log/log-error.ts";
import { askBefore } from "./pre-events.ts";
import type { PreEvent, PreListener, PreOptions, PreVerdict } from "./pre-events.ts";
import type { SessionStore } from "./store.ts";

export type AskingOptions = PreOptions & {
  /** The session that is open now; null: none. */
  readonly current: () => string | null;
};

/** A store that asks before another session is opened and before one is forked (SES-8). */
export function askingStore(
  store: SessionStore,
  listeners: readonly PreListener[],
  options: AskingOptions,
): SessionStore {
  const ask = (event: PreEvent): Promise<PreVerdict> => askBefore(listeners, event, options);
  return {
    ...store,
    async open(key, cwd) {
      const { id } = await store.find(key, cwd);
      const fromId = options.current();
      if (id !== fromId) mustGo(await ask({ type: "before_switch", fromId, toId: id }));
      return store.open(id, cwd);
    },
    async fork(key, { entryId } = {}) {
      const { id } = await store.find(key);
      const event = { type: "before_branch", sessionId: id, entryId: entryId ?? null } as const;
      const { skipConversationRestore = false } = mustGo(await ask(event));
      const isWhole = entryId === undefined || skipConversationRestore;
      return store.fork(id, isWhole ? {} : { entryId });
    },
  };
}

function mustGo(verdict: PreVerdict): Extract<PreVerdict, { type: "go" }>["answer"] {
  if (verdict.type === "go") return verdict.answer;
  const advice = "Nothing has changed; ask whoever set it up.";
  throw new LogError("invalid", verdict.reason, { advice });
}
