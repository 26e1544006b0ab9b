import type { Entry, Usage } from "@squire/protocol";
import { basisOf } from "./artifact-store.ts";
import type { ArtifactStore, KeptExtract } from "./artifact-store.ts";
import { consolidateRequest, extractRequest } from "./prompts.ts";
import type { Asked } from "./prompts.ts";
import { readExtract, readLessons } from "./replies.ts";
import type { Lessons } from "./replies.ts";
import type { RunLog } from "./run-log.ts";
import { sessionTranscript } from "./transcript.ts";
import type { Transcript } from "./transcript.ts";

/** A past session of the project. */
export type PastSession = {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** Somebody has it open. */
  readonly running: boolean;
  /** It was brought in from elsewhere, whatever branch it is on. */
  readonly imported: boolean;
  /** The user wants nothing of it as it is. */
  readonly forgotten: boolean;
};

export type LearnReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly usage: Usage | null;
      readonly costUsd: number | null;
    }
  /** `lasting`: the next request would fare no better. */
  | { readonly ok: false; readonly message: string; readonly lasting: boolean };

/** A model that is asked without tools. Never rejects. */
export type LearnModel = {
  readonly id: string;
  /** Of a prompt, in characters. */
  readonly mostChars: number;
  ask(asked: Asked, signal: AbortSignal): Promise<LearnReply>;
};

export type LearnPorts = {
  readonly store: ArtifactStore;
  readonly log: RunLog;
  readonly sessions: readonly PastSession[];
  /** Whether there is surely no log of a session any more; one that cannot be read now is not gone. */
  readonly isGone: (id: string) => Promise<boolean>;
  /** The active branch of a session, each time from the beginning; null: it cannot be read. */
  readonly read: (id: string) => Promise<(() => Iterable<Entry>) | null>;
  readonly extractor: LearnModel;
  readonly consolidator: LearnModel;
  /** Takes secrets out (C25). */
  readonly redact: (text: string) => string;
  readonly now: () => number;
  /** Why no more may be spent; null: there is room. */
  readonly overBudget: () => string | null;
  readonly signal: AbortSignal;
  /** The user has asked for it: what was used a moment ago counts as well, and what has failed too often. */
  readonly atOnce?: boolean;
  /** Told when there is something to do, and that is on record. */
  readonly onBegun?: () => void;
};

export type LearnReport = {
  /** Sessions that were read. */
  readonly learned: number;
  readonly failed: number;
  readonly consolidated: boolean;
  readonly costUsd: number;
  readonly unpriced: number;
  readonly stopped: string | null;
};

const HOUR_MS = 3_600_000;
/** MEM-9 and appendix D. */
const IDLE_MS = 12 * HOUR_MS;
const OLDEST_MS = 30 * 24 * HOUR_MS;
const BATCH = 64;
/** What fails is asked for again at later starts, and then no more. */
const MOST_FAILURES = 3;

/** The sessions to read now: changed since they were read, idle, not too old; the newest first. */
export function sessionsToRead({
  sessions,
  store,
  now,
  atOnce = false,
}: Pick<LearnPorts, "sessions" | "store" | "now" | "atOnce">): readonly PastSession[] {
  const known = new Map(store.extracts().map((kept) => [kept.session, kept]));
  const at = now();
  const isDue = ({ id, updatedAt, running, forgotten }: PastSession): boolean => {
    const idle = at - updatedAt;
    if (forgotten || running || idle > OLDEST_MS || (!atOnce && idle < IDLE_MS)) return false;
    const kept = known.get(id);
    if (kept?.updatedAt !== updatedAt) return true;
    return kept.failures > 0 && (atOnce || kept.failures < MOST_FAILURES);
  };
  return sessions
    .filter(isDue)
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, BATCH);
}

/** Both phases (MEM-9). Whoever calls holds the lease. Rejects only when the disk fails. */
export async function learn(ports: LearnPorts): Promise<LearnReport> {
  const run = new Run(ports);
  return run.go();
}

class Run {
  readonly #ports: LearnPorts;
  #learned = 0;
  #failed = 0;
  #costUsd = 0;
  #unpriced = 0;
  #consolidated = false;
  #stopped: string | null = null;

  constructor(ports: LearnPorts) {
    this.#ports = ports;
  }

  async go(): Promise<LearnReport> {
    const { log } = this.#ports;
    await this.#dropUnwanted();
    const due = sessionsToRead(this.#ports);
    if (due.length === 0 && !isWorthPuttingTogether(this.#ports)) return this.#report();
    log.append({ type: "run.started", sessions: due.length });
    this.#ports.onBegun?.();
    for (const session of due) {
      if (this.#mustStop()) break;
      await this.#extract(session);
    }
    if (!this.#mustStop()) await this.#consolidate();
    const { stopped, ...report } = this.#report();
    log.append({ type: "run.finished", ...report, ...(stopped === null ? {} : { stopped }) });
    return this.#report();
  }

  /**
   * What the user has deleted or wants no more is forgotten. The lessons go first: nobody knows which of them came from
   * it, and whether new ones can be made.
   */
  async #dropUnwanted(): Promise<void> {
    const { store, sessions, isGone } = this.#ports;
    const known = new Map(sessions.map((session) => [session.id, session]));
    for (const kept of store.extracts()) {
      const isUnwanted = known.get(kept.session)?.forgotten ?? (await isGone(kept.session));
      if (!isUnwanted) continue;
      if (mayHaveTaught(store, kept)) store.publish(NO_LESSONS, NOT_MADE);
      store.drop(kept.session);
    }
  }

  #report(): LearnReport {
    return {
      learned: this.#learned,
      failed: this.#failed,
      consolidated: this.#consolidated,
      costUsd: this.#costUsd,
      unpriced: this.#unpriced,
      stopped: this.#stopped,
    };
  }

  #mustStop(): boolean {
    const { signal, overBudget } = this.#ports;
    this.#stopped ??= signal.aborted ? "Squire ended" : overBudget();
    return this.#stopped !== null;
  }

  async #extract(session: PastSession): Promise<void> {
    const { store, extractor, redact } = this.#ports;
    const { id, updatedAt } = session;
    const about = { phase: "extract", session: id } as const;
    const transcript = await this.#transcriptOf(session);
    const title = redact(session.title).slice(0, TITLE_CHARS);
    const outside = transcript?.type === "words" ? transcript.outside : [];
    const base = { session: id, title, updatedAt, outside, raw: "", synopsis: "", failures: 0 };
    if (transcript === null) {
      this.#unusable(UNREADABLE, about);
      return keepFailure(store, base);
    }
    if (transcript.type === "foreign" || transcript.text === "") return store.keep(base);
    const asked = extractRequest({ title, updatedAt, outside }, redact(transcript.text));
    const reply = await this.#ask(extractor, asked, about);
    if (!reply.ok) {
      if (reply.counts) keepFailure(store, base);
      return;
    }
    const words = readExtract(reply.text);
    if (!words.ok) {
      this.#unusable(words.problem, about);
      return keepFailure(store, base);
    }
    this.#learned++;
    const { raw, synopsis } = words.value;
    store.keep({ ...base, raw: redact(raw), synopsis: redact(synopsis) });
  }

  /** Null: it cannot be read now, which says nothing about what it taught before. */
  async #transcriptOf({ id, imported }: PastSession): Promise<Transcript | null> {
    if (imported) return { type: "foreign" };
    const entries = await this.#ports.read(id);
    return entries === null ? null : sessionTranscript(entries, this.#ports.extractor.mostChars);
  }

  async #consolidate(): Promise<void> {
    const { store, consolidator } = this.#ports;
    if (!isWorthPuttingTogether(this.#ports)) return;
    const kept = usable(store);
    const basis = basisOf(kept);
    if (kept.length === 0) {
      store.publish(NO_LESSONS, basis);
      return;
    }
    const asked = consolidateRequest(kept, consolidator.mostChars);
    const reply = await this.#ask(consolidator, asked, { phase: "consolidate" });
    if (!reply.ok) {
      if (reply.counts) store.keepFailure(basis);
      return;
    }
    const lessons = readLessons(reply.text);
    if (!lessons.ok) {
      this.#unusable(lessons.problem, { phase: "consolidate" });
      return store.keepFailure(basis);
    }
    store.publish(withoutSecrets(lessons.value, this.#ports.redact), basis);
    this.#consolidated = true;
  }

  /** The words of a reply, or that there are none, which is on record then. */
  async #ask(model: LearnModel, asked: Asked, about: About): Promise<Words> {
    const { log, signal } = this.#ports;
    log.append({ type: "request.sent", model: model.id, ...about });
    const reply = await model.ask(asked, signal);
    if (!reply.ok) {
      this.#unusable(reply.message, about);
      const counts = !reply.lasting && !signal.aborted;
      if (!counts) this.#stopped ??= reply.message;
      return { ok: false, counts };
    }
    const { usage, costUsd } = reply;
    const tokens = (usage?.input ?? 0) + (usage?.output ?? 0);
    this.#costUsd += costUsd ?? 0;
    if (costUsd === null) this.#unpriced++;
    log.append({ type: "reply.kept", tokens, costUsd, ...about });
    return { ok: true, text: reply.text };
  }

  #unusable(message: string, about: About): void {
    this.#failed++;
    this.#ports.log.append({ type: "request.failed", message, ...about });
  }
}

type Words =
  | { readonly ok: true; readonly text: string }
  /** `counts`: it was this request that failed, not the way to the model. */
  | { readonly ok: false; readonly counts: boolean };

/** What an earlier reading taught stays. */
function keepFailure(store: ArtifactStore, now: KeptExtract): void {
  const before = store.extracts().find(({ session }) => session === now.session);
  const failures = before?.updatedAt === now.updatedAt ? before.failures : 0;
  const { raw, synopsis, outside } = before ?? now;
  store.keep({ ...now, raw, synopsis, outside, failures: failures + 1 });
}

type About =
  | { readonly phase: "extract"; readonly session: string }
  | { readonly phase: "consolidate" };

const TITLE_CHARS = 120;
const UNREADABLE = "the log of the session cannot be read";

const NO_LESSONS: Lessons = { memory: "", summary: "", skills: [] };
/** No notes have this basis: whatever there is has yet to be put together. */
const NOT_MADE = "none";

function usable(store: ArtifactStore): readonly KeptExtract[] {
  return store.extracts().filter(isUsable);
}

function isUsable({ raw, synopsis }: KeptExtract): boolean {
  return raw.trim() !== "" || synopsis.trim() !== "";
}

/** Whether the lessons were made of other notes than these; where there never were any, no. */
function hasChanged(store: ArtifactStore, kept: readonly KeptExtract[]): boolean {
  const basis = store.basis();
  return basis === null ? kept.length > 0 : basis !== basisOf(kept);
}

/** Whether lessons may come from it. One that says nothing now may have taught those that are made of older notes. */
function mayHaveTaught(store: ArtifactStore, kept: KeptExtract): boolean {
  return store.basis() !== null && (isUsable(kept) || hasChanged(store, usable(store)));
}

/** Whether there is something new to make lessons of, that has not failed too often or is asked for. */
function isWorthPuttingTogether({
  store,
  atOnce = false,
}: Pick<LearnPorts, "store" | "atOnce">): boolean {
  const kept = usable(store);
  if (!hasChanged(store, kept)) return false;
  return atOnce || store.failuresOf(basisOf(kept)) < MOST_FAILURES;
}

function withoutSecrets(
  { memory, summary, skills }: Lessons,
  redact: (text: string) => string,
): Lessons {
  return {
    memory: redact(memory),
    summary: redact(summary),
    skills: skills.map(({ name, description, body }) => ({
      name,
      description: redact(description),
      body: redact(body),
    })),
  };
}
