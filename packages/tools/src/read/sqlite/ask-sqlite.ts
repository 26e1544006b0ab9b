import { pathToFileURL } from "node:url";
import { runScript } from "@squire/platform";
import type { FileTree } from "../../files/file-tree.ts";
import type { Place } from "../../files/files.ts";
import type { ReadContext } from "../services.ts";
import { SQLITE_SCRIPT } from "./sqlite-script.ts";

export type Query = {
  readonly id: string;
  readonly sql: string;
  readonly params?: readonly (string | number)[];
  /** How many rows are taken. */
  readonly rows: number;
};

export type Answer = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** There are more rows than were taken. */
  readonly more: boolean;
  readonly problem: string | null;
};

export type Asked = {
  /** By the id of the query; none for one that was not reached. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Why the database could not be opened. */
  readonly problem: string | null;
  readonly timedOut: boolean;
};

/** SQL-2. */
export const TIME_LIMIT_MS = 5_000;
/** Characters shown of a cell, bytes of all rows, bytes of any one value that a query makes. */
const MOST = { cell: 200, bytes: 512 * 1024, value: 256 * 1024 * 1024 };
const WAL_MODE = 2;

/** Asks a database that is opened for reading only, in a child that is ended when its time is over. */
export async function askSqlite(
  files: FileTree,
  place: Place,
  queries: readonly Query[],
  { signal, clock }: ReadContext,
): Promise<Asked> {
  const uri = await uriOf(files, place, signal);
  const chunks: Uint8Array[] = [];
  const end = await runScript(SQLITE_SCRIPT, [JSON.stringify({ uri, queries, most: MOST })], {
    timeoutMs: TIME_LIMIT_MS,
    signal,
    clock,
    onOutput: (chunk) => void chunks.push(chunk),
  });
  signal.throwIfAborted();
  const { answers, problem, ended } = collect(Buffer.concat(chunks).toString("utf8"));
  const timedOut = end.end === "timed-out";
  const lost = ended || timedOut || problem !== null ? null : "The reader ended unexpectedly.";
  return { answers, problem: problem ?? end.problem ?? lost, timedOut };
}

/**
 * A database in write-ahead mode whose log is gone has nobody writing to it. Opened in the usual
 * way, SQLite would put files beside it even for reading.
 */
async function uriOf(files: FileTree, place: Place, signal: AbortSignal): Promise<string> {
  const mode = await files.pieces(place, signal, async (file) => (await file.read(18, 1))[0]);
  const log = await files.look({ ...place, path: `${place.path}-wal` });
  const uri = pathToFileURL(place.path).href;
  return mode === WAL_MODE && log === null ? `${uri}?immutable=1` : uri;
}

type Collected = Omit<Asked, "timedOut"> & { readonly ended: boolean };

/** The last line may be cut off. */
function collect(output: string): Collected {
  const answers = new Map<string, Answer>();
  let [problem, ended]: [string | null, boolean] = [null, false];
  for (const line of output.split("\n").slice(0, -1)) {
    const said = parseLine(line);
    if (said.end === true) ended = true;
    else if (said.id === undefined) problem = said.problem ?? null;
    else answers.set(said.id, joined(answers.get(said.id) ?? NOTHING, said));
  }
  return { answers, problem, ended };
}

const NOTHING: Answer = { columns: [], rows: [], more: false, problem: null };

type Said = {
  readonly id?: string;
  readonly columns?: readonly string[];
  readonly row?: readonly (string | null)[];
  readonly more?: boolean;
  readonly problem?: string;
  readonly end?: boolean;
};

function joined(answer: Answer, said: Said): Answer {
  return {
    columns: said.columns ?? answer.columns,
    rows: said.row === undefined ? answer.rows : [...answer.rows, said.row],
    more: said.more ?? answer.more,
    problem: said.problem ?? answer.problem,
  };
}

/** Our own script has written it. */
function parseLine(line: string): Said {
  return JSON.parse(line) as Said;
}
