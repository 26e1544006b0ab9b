import { createHash } from "node:crypto";
import { ifThere } from "./disk.ts";
import type { Disk } from "./disk.ts";
import type { Clock } from "./ports.ts";

/** The words of a reply that had not ended when the process did. */
export type DraftText = { readonly runId: string; readonly step: number; readonly text: string };

/** Keeps what a streaming reply has said so far beside the log, so that a crash loses little of it. */
export type ReplyDraft = {
  /** More words; they reach the disk within a quarter of a second, at most four times a second. */
  add(runId: string, step: number, text: string): void;
  /** The reply is in the log, or there will be none. */
  clear(): void;
  /** Waits for what is under way; never rejects. */
  settled(): Promise<void>;
};

const PAUSE_MS = 250;

export function draftPath(logPath: string): string {
  return `${logPath}.draft`;
}

/** A draft is a convenience: a disk that refuses it is not complained about. */
export function replyDraft(
  ports: { readonly disk: Disk; readonly clock: Clock },
  logPath: string,
): ReplyDraft {
  const path = draftPath(logPath);
  let draft: DraftText | null = null;
  let timer: { cancel(): void } | null = null;
  let isThere = false;
  let work: Promise<void> = Promise.resolve();

  const then = (step: () => Promise<void>): void => {
    work = work.then(step).catch(() => {});
  };
  const save = (): void => {
    timer = null;
    const now = draft;
    if (now === null) return;
    isThere = true;
    then(() => writeDraft(ports.disk, path, now));
  };
  return {
    add(runId, step, text) {
      const before = draft?.runId === runId && draft.step === step ? draft.text : "";
      draft = { runId, step, text: before + text };
      timer ??= ports.clock.timer(PAUSE_MS, save);
    },
    clear() {
      draft = null;
      timer?.cancel();
      timer = null;
      if (!isThere) return;
      isThere = false;
      then(() => ports.disk.unlink(path));
    },
    settled: () => work,
  };
}

/** Written beside and moved into place: a reader sees one whole draft or another. */
async function writeDraft(disk: Disk, path: string, draft: DraftText): Promise<void> {
  const body = JSON.stringify(draft);
  const beside = `${path}.new`;
  const file = await disk.open(beside, "w");
  try {
    await file.append(Buffer.from(`${digest(body)}\n${body}`));
  } finally {
    await file.close();
  }
  await disk.rename(beside, path);
}

/** What a crash left; null when there is none or it is damaged. */
export async function readDraft(disk: Disk, logPath: string): Promise<DraftText | null> {
  try {
    const bytes = await ifThere(disk.readFile(draftPath(logPath)));
    if (bytes === null) return null;
    const text = new TextDecoder().decode(bytes);
    const at = text.indexOf("\n");
    const body = text.slice(at + 1);
    return digest(body) === text.slice(0, at) ? checked(JSON.parse(body)) : null;
  } catch {
    return null;
  }
}

/** Never rejects. */
export async function dropDraft(disk: Disk, logPath: string): Promise<void> {
  const path = draftPath(logPath);
  for (const file of [path, `${path}.new`]) await ifThere(disk.unlink(file)).catch(() => null);
}

function checked(value: unknown): DraftText | null {
  if (typeof value !== "object" || value === null) return null;
  const { runId, step, text } = value as Partial<Record<keyof DraftText, unknown>>;
  if (typeof runId !== "string" || typeof step !== "number" || typeof text !== "string")
    return null;
  return { runId, step, text };
}

function digest(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}
