import { fieldsOf, own, parseJson } from "../exchange/fields.ts";

/** A call whose outcome is still to come. */
export type OpenCall = {
  readonly callId: string;
  readonly query: string;
  readonly summary: string | null;
};

/** What must be remembered from one entry of a log to the next; kept in the index with the place. */
export type IndexFold = {
  readonly requestId: string | null;
  readonly runId: string | null;
  readonly mode: string | null;
  readonly title: string | null;
  readonly preview: string | null;
  readonly turns: number;
  readonly updatedAt: number;
  readonly costUsd: number;
  readonly requests: number;
  readonly unpriced: number;
  readonly calls: readonly OpenCall[];
};

export function newFold(createdAt: number): IndexFold {
  return {
    requestId: null,
    runId: null,
    mode: null,
    title: null,
    preview: null,
    turns: 0,
    updatedAt: createdAt,
    costUsd: 0,
    requests: 0,
    unpriced: 0,
    calls: [],
  };
}

/** Calls beyond this are forgotten: a log can hold any number of calls without an outcome. */
const MAX_OPEN = 256;

export function openCall(fold: IndexFold, call: OpenCall): IndexFold {
  const others = fold.calls.filter(({ callId }) => callId !== call.callId);
  return { ...fold, calls: [...others, call].slice(-MAX_OPEN) };
}

export function closeCall(
  fold: IndexFold,
  callId: string,
): { readonly fold: IndexFold; readonly call: OpenCall | undefined } {
  const call = fold.calls.find((open) => open.callId === callId);
  if (call === undefined) return { fold, call };
  return { fold: { ...fold, calls: fold.calls.filter((open) => open !== call) }, call };
}

/** Null when it is not of this version: the log is then read from its start. */
export function parseFold(text: string): IndexFold | null {
  const fields = fieldsOf(parseJson(text));
  if (fields === null || !Array.isArray(own(fields, "calls"))) return null;
  const sample = newFold(0);
  const isComplete = Object.keys(sample).every((key) => Object.hasOwn(fields, key));
  // Only this code writes the column, and every key is there.
  return isComplete ? (fields as unknown as IndexFold) : null;
}
