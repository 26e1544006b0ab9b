import type { PartialArg } from "@google/genai";
import { fields, isRecord, text } from "./read.ts";

type Step = string | number;

/**
 * Puts one streamed argument into the arguments so far. Vertex sends them as values at JSON paths
 * such as `$.files[0].name`; a longer string comes in pieces.
 */
export function addPartialArg(args: Record<string, unknown>, raw: unknown): void {
  const partial = fields<PartialArg>(raw);
  const path = pathOf(text(partial.jsonPath));
  const last = path.pop();
  if (last === undefined) return;
  let at: object = args;
  for (const [index, step] of path.entries()) {
    const below = get(at, step);
    const next = isContainer(below) ? below : emptyFor(path[index + 1] ?? last);
    if (!put(at, step, next)) return;
    at = next;
  }
  const before = get(at, last);
  const value = valueOf(partial);
  const more = typeof before === "string" && typeof value === "string";
  put(at, last, more ? before + value : value);
}

function pathOf(path: string): Step[] {
  const steps = path.matchAll(/\.?([^.[\]'"$]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g);
  return [...steps].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index),
  );
}

function valueOf({ stringValue, numberValue, boolValue }: ReturnType<typeof fields<PartialArg>>) {
  return stringValue ?? numberValue ?? boolValue ?? null;
}

function emptyFor(step: Step): object {
  return typeof step === "number" ? [] : {};
}

function isContainer(value: unknown): value is object {
  return isRecord(value) || Array.isArray(value);
}

function get(at: object, step: Step): unknown {
  if (Array.isArray(at)) return at[Number(step)];
  return Object.getOwnPropertyDescriptor(at, step)?.value;
}

/** Lists grow by one at most: an index out of nowhere must not fill the memory. */
function put(at: object, step: Step, value: unknown): boolean {
  if (Array.isArray(at) && !(Number(step) <= at.length)) return false;
  return Reflect.defineProperty(at, step, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
