import type { Agent, LogPort } from "@squire/agent";
import { NOT_RUN } from "@squire/agent";
import type { Entry, EntryDraft, UserMessage } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { isUsers } from "./recording.ts";
import type { ReplaySession } from "./replay-session.ts";

/** Thrown into a loop that goes where the record does not. */
export class OffRecord extends Error {
  override readonly name = "OffRecord";
}

export type Divergence = { readonly what: "request" | "call"; readonly message: string };

/** What happens from outside right after an entry of the loop. */
type Cue =
  | { readonly type: "append"; readonly entry: Entry }
  | { readonly type: "steer"; readonly message: UserMessage }
  | { readonly type: "abort" };

/**
 * The log of a run that is played again. What the loop says, sends and starts is matched with the
 * record; all else that was recorded, whoever wrote it, stands again at the same place before the
 * loop goes on, and so does what came from outside: steering, an abort, a compaction.
 */
export class Playback implements LogPort {
  readonly #session: ReplaySession;
  readonly #entries: readonly Entry[];
  readonly #agent: () => Agent;
  readonly #played = new Set<number>();
  readonly #abortAfter: number | null;
  #lastAnchor = -1;
  /** The recorded request that was made last. */
  request: Entry<"request_sent"> | null = null;
  compared = 0;
  divergence: Divergence | null = null;

  constructor(session: ReplaySession, entries: readonly Entry[], agent: () => Agent) {
    this.#session = session;
    this.#entries = entries;
    this.#agent = agent;
    this.#abortAfter = abortPlace(entries);
  }

  // The entry that comes back is of the draft's type: it was made from it.
  async append<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>> {
    const key = keyOf(draft);
    if (key === null) return this.#session.putAside(draft);
    const at = this.#entries.findIndex(
      (entry, index) => !this.#played.has(index) && keyOf(entry) === key,
    );
    const recorded = this.#entries[at];
    if (recorded === undefined) throw this.#offRecord(draft);
    this.#played.add(at);
    this.#lastAnchor = at;
    if (draft.type === "request_sent") this.#compare(draft, recorded);
    const entry = await this.#session.append(draft, recorded.id);
    for (const cue of this.#cuesAfter(at)) await this.#give(cue);
    return entry;
  }

  stage<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>> {
    return this.append(draft);
  }

  get isSynced(): boolean {
    return true;
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  /** The next entry of the loop that the record expects. */
  next(): Entry | undefined {
    return this.#entries.find((entry, at) => !this.#played.has(at) && keyOf(entry) !== null);
  }

  /** The reply to the request that was made last; undefined when this branch has none. */
  reply(): Entry<"message"> | undefined {
    const next = this.next();
    return next?.type === "message" && next.message.role === "assistant" ? next : undefined;
  }

  /** Whether the turn asked on, or answered by itself, behind the reply that comes next. */
  get goesOn(): boolean {
    const rest = this.#entries.filter(
      (entry, at) => !this.#played.has(at) && keyOf(entry) !== null,
    );
    return rest
      .slice(1)
      .some((entry) => keyOf(entry) === "request" || (entry.type === "message" && isOwn(entry)));
  }

  /** Puts what the loop did not come to at its place, so that the next run sees it. */
  async close(): Promise<void> {
    if (this.divergence !== null) return;
    const rest = this.#entries.filter((_, at) => !this.#played.has(at));
    if (rest.some((entry) => keyOf(entry) === "request")) {
      this.divergence = { what: "call", message: "The loop stopped before this request." };
      return;
    }
    for (const entry of rest) await this.#session.put(entry);
  }

  #compare({ bodyHash }: { readonly bodyHash: string }, recorded: Entry): void {
    if (recorded.type !== "request_sent") return;
    this.request = recorded;
    this.compared++;
    if (recorded.bodyHash === bodyHash) return;
    throw this.#diverged("request", "The bytes of the request differ.");
  }

  /** A run may end after any outcome (a limit, a crash, another branch), not after an answer. */
  #offRecord(draft: EntryDraft): Error {
    const last = this.#entries[this.#lastAnchor];
    const answered = last?.type === "message" && last.message.role === "assistant";
    if (draft.type === "tool_started") {
      return this.#diverged("call", `${draft.name} would run now and did not then.`);
    }
    if (answered && (draft.type === "request_sent" || isUsersDraft(draft))) {
      return this.#diverged("call", "The loop goes on where the recorded turn ended.");
    }
    return new OffRecord("The record ends here.");
  }

  #diverged(what: Divergence["what"], message: string): Error {
    this.divergence = { what, message };
    return new OffRecord(message);
  }

  #cuesAfter(anchor: number): readonly Cue[] {
    const cues: Cue[] = anchor === this.#abortAfter ? [{ type: "abort" }] : [];
    for (let at = anchor + 1; at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (entry === undefined || keyOf(entry) !== null) break;
      if (this.#played.has(at)) continue;
      this.#played.add(at);
      cues.push({ type: "append", entry });
      if (entry.type === "queued") cues.push(...this.#steeringBy(entry));
    }
    return cues;
  }

  /** What began a run of its own, or was never sent, did not touch this one. */
  #steeringBy({ queueId, message }: Entry<"queued">): readonly Cue[] {
    const heard = this.#entries.some(
      (later, at) => !this.#played.has(at) && isUsers(later) && later.queueId === queueId,
    );
    return heard && message !== null ? [{ type: "steer", message }] : [];
  }

  async #give(cue: Cue): Promise<void> {
    switch (cue.type) {
      case "append":
        await this.#session.put(cue.entry);
        return;
      case "steer":
        await this.#agent().steer(cue.message);
        return;
      case "abort":
        void this.#agent().abort();
        return;
    }
  }
}

/** What an entry of the loop is matched by; null for everything else. */
function keyOf(entry: EntryDraft): string | null {
  switch (entry.type) {
    case "message":
      return entry.message.role;
    case "request_sent":
      return entry.kind === "turn" ? "request" : null;
    case "tool_started":
      return `started ${entry.callId}`;
    case "tool_result":
      return `outcome ${entry.outcome.callId}`;
    default:
      return null;
  }
}

/** An answer that no model gave. */
function isOwn({ message, synthetic, status }: Entry<"message">): boolean {
  return message.role === "assistant" && synthetic !== true && status === "complete";
}

function isUsersDraft(draft: EntryDraft): boolean {
  return draft.type === "message" && draft.message.role === "user";
}

/**
 * The entry after which the user stopped the turn, where that was between requests: a note closes
 * such a turn. The first call that was cut off, or not begun, tells when.
 */
function abortPlace(entries: readonly Entry[]): number | null {
  const note = entries.findIndex(
    (entry) => entry.type === "message" && entry.status === "aborted" && entry.synthetic === true,
  );
  if (note === -1) return null;
  const isAnchor = (entry: Entry): boolean => keyOf(entry) !== null;
  const from = entries.findLastIndex((entry, at) => at < note && keyOf(entry) === "request");
  const cut = entries.findIndex((entry, at) => at > from && at < note && isCut(entry));
  const entry = entries[cut];
  const started =
    entry?.type === "tool_result"
      ? entries.findIndex((one) => keyOf(one) === `started ${entry.outcome.callId}`)
      : -1;
  if (started !== -1) return started;
  const end = cut === -1 ? note : cut;
  return entries.findLastIndex((one, at) => at < end && isAnchor(one));
}

function isCut(entry: Entry): boolean {
  if (entry.type !== "tool_result") return false;
  return entry.details.ending === "aborted" || textOf(entry.outcome) === NOT_RUN;
}
