import type { NoteStore } from "../notes/note-store.ts";
import type { Hit } from "../search/search.ts";

/** What the memory tools of a session work with. */
export type MemoryServices = {
  readonly notes: NoteStore;
  /** The project; null: the session belongs to none. */
  readonly root: string | null;
  /** Rejects when it is aborted. */
  readonly search: (query: string, k: number, signal: AbortSignal) => Promise<readonly Hit[]>;
  /** Secrets do not become memory (SEC-1). */
  readonly redact: (text: string) => string;
  /** What brought text from outside into the session; empty: nothing did. */
  readonly taintedBy: () => readonly string[];
  /** Asks the user; null: nobody is there. */
  readonly confirm: ((question: string, call: ConfirmCall) => Promise<boolean>) | null;
  /** Where the session stands: `session:<id>#<entry>`. */
  readonly turn?: () => string;
  /** `YYYY-MM-DD`. */
  readonly today: () => string;
};

export type ConfirmCall = { readonly callId: string; readonly signal: AbortSignal };
