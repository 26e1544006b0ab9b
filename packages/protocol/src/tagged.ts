import type { z } from "zod";
import { checkWhole, problem, type Problem } from "./check.ts";
import type { Infer } from "./once.ts";

/** Schemas of a union's variants by the value of their tag. */
export type Variants = { readonly [tag: string]: () => z.ZodType };

export type VariantOf<V extends Variants, T extends keyof V = keyof V> = {
  [K in T]: Infer<V[K]>;
}[T];

/**
 * `value` is the very object that was passed in, so fields that we do not know survive.
 * `unknown` is a variant of a later version: keep it, do not act on it.
 */
export type Parsed<Known, Unknown> =
  | { readonly kind: "known"; readonly value: Known }
  | { readonly kind: "unknown"; readonly value: Unknown }
  | Problem;

/** Reads one variant of a union of plain JSON objects by its tag. Never throws. */
export function parseTagged<V extends Variants, U>(
  variants: V,
  tag: string,
  unknown: () => z.ZodType<U>,
  value: unknown,
): Parsed<VariantOf<V>, U> {
  const name = readTag(value, tag);
  if (typeof name !== "string") return problem(`expected an object with a text as its ${tag}`);
  const schema = Object.hasOwn(variants, name) ? variants[name] : undefined;
  const checked = checkWhole(schema ? schema() : unknown(), value);
  if (checked.kind === "problem") return problem(`${name.slice(0, 40)}: ${checked.message}`);
  return schema
    ? { kind: "known", value: checked.value as VariantOf<V> }
    : { kind: "unknown", value: checked.value as U };
}

function readTag(value: unknown, tag: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, tag)?.value;
}
