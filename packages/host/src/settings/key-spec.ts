import type { OutputOf, Shape } from "./shape.ts";
import type { TomlValue } from "./toml-value.ts";

/**
 * One key of the settings: the only place that says what it may hold, what it is for and what it
 * is when nobody sets it. Checks, defaults, `Settings`, the example file and `config list` follow.
 */
export type KeySpec = {
  readonly shape: Shape<unknown>;
  readonly about: string;
  readonly default?: unknown;
  /** Shown in the example file when there is no default. */
  readonly example?: TomlValue;
  /** A project's squire.toml may set it: it neither sends data elsewhere, nor acts, nor spends. */
  readonly project?: true;
  /** A path: relative ones are relative to the file that names them. */
  readonly file?: true;
};

export type KeyGroup = { readonly [key: string]: KeySpec };

/** `max_steps` → `maxSteps`. */
export type CamelCase<S> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** A group as code reads it: keys with a default are always there. */
export type SectionOf<G extends KeyGroup> = {
  readonly [K in keyof G as G[K] extends { default: unknown } ? CamelCase<K> : never]: OutputOf<
    G[K]["shape"]
  >;
} & {
  readonly [K in keyof G as G[K] extends { default: unknown } ? never : CamelCase<K>]?: OutputOf<
    G[K]["shape"]
  >;
};

export function camelCase(key: string): string {
  const [head = "", ...rest] = key.split("_");
  return head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

export type CamelTable<T> = { readonly [K in keyof T as CamelCase<K>]: T[K] };

/** The keys of one table in camel case; what they hold is left alone. */
export function camelKeys<T extends object>(table: T): CamelTable<T> {
  const entries = Object.entries(table).map(([key, value]) => [camelCase(key), value] as const);
  return Object.fromEntries(entries) as CamelTable<T>;
}
