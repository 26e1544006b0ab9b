const HASH_CHARS = 10;

/**
 * An id every server of this family accepts: letters, digits, `_` and `-`, no longer than `max`.
 * A fitting id stays as it is; a call and its outcome always change alike.
 */
export function shortId(id: string, max: number): string {
  if (id.length <= max && /^[A-Za-z0-9_-]+$/.test(id)) return id;
  const hash = sha256(id).slice(0, HASH_CHARS);
  const [head = ""] = id.split("|", 1);
  return `${head.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, max - HASH_CHARS - 1)}_${hash}`;
}

/** The id of a call in Chat Completions: exactly `length` letters and digits where a server says so. */
export function chatCallId(id: string, length: number | undefined): string {
  if (length === undefined) return shortId(id, 40);
  if (id.length === length && /^[A-Za-z0-9]+$/.test(id)) return id;
  return sha256(id).slice(0, length);
}

/** Loaded when it is needed: few ids have to change, and the module costs every start some time. */
function sha256(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text).digest("hex");
}

/** OpenAI refuses longer cache keys. */
export function cacheKeyOf(key: string | undefined): string | undefined {
  return key === undefined ? undefined : shortId(key, 64);
}

/** Our id of a Responses call (PROV-9). */
export function joinCallId(callId: string, itemId: string): string {
  return itemId === "" || callId === "" ? callId || itemId : `${callId}|${itemId}`;
}

/** The two halves of `joinCallId`; ids of other wires have no item half. */
export function splitCallId(id: string): { readonly callId: string; readonly itemId: string } {
  const bar = id.indexOf("|");
  if (bar <= 0) return { callId: shortId(id, 64), itemId: "" };
  return { callId: shortId(id.slice(0, bar), 64), itemId: id.slice(bar + 1) };
}
