import { z } from "zod";

/** Anything that survives a round trip through JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

export const JsonValueSchema: z.ZodType<JsonValue> = z.json();
export const JsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json());
