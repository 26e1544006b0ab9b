import type { JsonObject, JsonValue } from "@squire/protocol";
import { isList } from "./canonical-json.ts";
import { MAX_DEPTH } from "./scan-json.ts";
import { repairTruncation } from "./truncation.ts";

/** The arguments of a call as they can be used, or why they cannot. */
export type ArgsReading =
  | {
      readonly ok: true;
      readonly value: JsonObject;
      /** Not what the model wrote, letter for letter: whoever runs it must say so. */
      readonly repaired: boolean;
      /** Something may be missing (see `Truncation`): nothing that changes the world should run on it. */
      readonly lossy: boolean;
      readonly notes: readonly string[];
    }
  /** RPR-9. `position` is null when it is JSON, but no object. */
  | { readonly ok: false; readonly problem: string; readonly position: number | null };

const EXCERPT = 24;

export function readArgs(argsText: string): ArgsReading {
  if (argsText.trim() === "") return asWritten({});
  const parsed = tryParse(argsText);
  if (parsed !== undefined) return readValue(parsed.value);
  const { repaired, lossy, notes, position } = repairTruncation(argsText);
  if (position !== null) {
    const what = `${notes.join(", ")} (${excerpt(argsText, position)})`;
    return { ok: false, problem: `not valid JSON: ${what}`, position };
  }
  const value = tryParse(repaired)?.value;
  if (value === undefined) return { ok: false, problem: "not valid JSON", position: 0 };
  return isObject(value) ? { ok: true, value, repaired: true, lossy, notes } : notAnObject(value);
}

function readValue(value: JsonValue): ArgsReading {
  if (value === null) return asWritten({});
  if (isObject(value)) {
    if (!isDeeperThan(value, MAX_DEPTH)) return asWritten(value);
    const problem = `nested deeper than ${MAX_DEPTH} levels`;
    return { ok: false, problem, position: null };
  }
  const inner = typeof value === "string" ? tryParse(value)?.value : undefined;
  if (inner === undefined || !isObject(inner) || isDeeperThan(inner, MAX_DEPTH)) {
    return notAnObject(value);
  }
  const notes = ["the arguments came as a text that holds JSON"];
  return { ok: true, value: inner, repaired: true, lossy: false, notes };
}

function asWritten(value: JsonObject): ArgsReading {
  return { ok: true, value, repaired: false, lossy: false, notes: [] };
}

function notAnObject(value: JsonValue): ArgsReading {
  const kind = isList(value) ? "a list" : `a ${typeof value}`;
  return { ok: false, problem: `${kind}, not an object`, position: null };
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

export function tryParse(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

function isDeeperThan(value: JsonValue, levels: number): boolean {
  let layer: readonly JsonValue[] = [value];
  for (let level = 0; layer.length > 0; level++) {
    if (level > levels) return true;
    layer = layer.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

function excerpt(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - EXCERPT), at + EXCERPT).toWellFormed();
  return `near ${JSON.stringify(near)}`;
}
