import { textOf } from "@squire/protocol";
import type { Entry, EntryDraft } from "@squire/protocol";
import { storageError } from "../log/log-error.ts";
import { createLog, openLog } from "../log/open.ts";
import type { LogEntry } from "../log/read.ts";
import type { Log } from "../log/log.ts";
import { durabilityOf } from "../log/durability.ts";
import type { SessionPorts } from "../ports.ts";
import { buildTree } from "./build-tree.ts";
import { said, spent, titled } from "./drafts.ts";

export const LOG = "/home/log.jsonl";
const ENTRIES = 200;

/** What a client knows: what it asked for, in order, and what it was told is in the log. */
export type ClientRecord = {
  created: boolean;
  readonly submitted: string[];
  readonly acknowledged: { readonly mark: string; readonly synced: boolean }[];
  readonly rejected: { readonly mark: string; readonly error: unknown }[];
};

export function newRecord(): ClientRecord {
  return { created: false, submitted: [], acknowledged: [], rejected: [] };
}

type Script = {
  readonly ports: SessionPorts;
  readonly random: () => number;
  readonly record: ClientRecord;
  /** True: a failed append is noted and the client goes on. */
  readonly goOn: boolean;
  readonly entries?: number;
};

/** A session of 200 entries, if not told otherwise: alone and in groups, synced and not, closed and opened again. */
export async function runScript(script: Script): Promise<void> {
  const { ports, random, record, entries = ENTRIES } = script;
  let log = await started(ports, record);
  for (let next = 0; next < entries;) {
    const group = Math.min(entries - next, random() < 0.7 ? 1 : 1 + Math.floor(random() * 5));
    const marks = Array.from({ length: group }, (_, at) => `mark-${next + at}`);
    next += group;
    await Promise.all(marks.map((mark) => append(script, log, mark)));
    if (random() < 0.05) await log.flush().then(() => synced(record), failed(script));
    if (random() < 0.02) {
      await log.close().catch(failed(script));
      log = (await openLog(ports, LOG, observer([]))).log;
    }
  }
  await log.close().catch(failed(script));
}

async function started(ports: SessionPorts, record: ClientRecord): Promise<Log> {
  await ports.disk.mkdir("/home").catch((error: unknown) => {
    throw storageError("create", "/home", error);
  });
  const header = { id: "s1", cwd: "/project", createdAt: ports.clock.now() };
  const { log } = await createLog(ports, LOG, header, observer([]));
  record.created = true;
  return log;
}

async function append(script: Script, log: Log, mark: string): Promise<void> {
  const { record, random } = script;
  const draft = draftOf(mark, random());
  const staged = random() < 0.3;
  record.submitted.push(mark);
  try {
    await (staged ? log.stage(draft) : log.append(draft));
    const isSynced = !staged && durabilityOf(draft.type) === "synced";
    // What is durable makes durable what was written before it.
    if (isSynced) synced(record);
    record.acknowledged.push({ mark, synced: isSynced });
  } catch (error) {
    if (!script.goOn) throw error;
    record.rejected.push({ mark, error });
  }
}

function draftOf(mark: string, chance: number): EntryDraft {
  if (chance < 0.7) return said(mark);
  return chance < 0.85 ? spent(mark) : titled(mark);
}

/** A sync covers all that was acknowledged before it. */
function synced(record: ClientRecord): void {
  const all = record.acknowledged.splice(0);
  record.acknowledged.push(...all.map(({ mark }) => ({ mark, synced: true })));
}

function failed({ goOn }: Script): (error: unknown) => void {
  return (error) => {
    if (!goOn) throw error;
  };
}

export function observer(into: LogEntry[]) {
  const tree = buildTree();
  return {
    entry(entry: LogEntry): void {
      into.push(entry);
      tree.push(entry);
    },
    leafId: () => tree.leafId,
  };
}

/** The mark that the script gave an entry. */
export function markOf(entry: Entry): string {
  if (entry.type === "message") return textOf(entry.message);
  if (entry.type === "usage") return entry.model;
  return entry.type === "title" ? entry.title : "";
}
