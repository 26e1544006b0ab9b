import type { z } from "zod";

/**
 * Makes a value at its first use and keeps it. Building schemas is the largest part of this
 * package's start-up time and most runs need few of them, so all but the basic nouns are made late.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The type behind a schema made by `once`. */
export type Infer<S extends () => z.ZodType> = z.infer<ReturnType<S>>;
