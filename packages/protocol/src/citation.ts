import { z } from "zod";
import { countSchema, hashSchema, idSchema, timeSchema } from "./basics.ts";
import { once, type Infer } from "./once.ts";

/** RES-8: whether the quote stands in the stored source. */
export const citationStatusSchema = once(() =>
  z.enum(["verified", "near", "missing", "unreachable"]),
);

/** A stored span of a source that backs a claim (RES-7, RES-15, LOOP-25). */
export const evidenceShape = once(() => ({
  quote: z.string(),
  /** A URL, or a path relative to the workspace. */
  source: z.string(),
  /** Offsets of the quote in the stored text; null where it was not found. */
  start: countSchema().nullable(),
  end: countSchema().nullable(),
  status: citationStatusSchema(),
  claim: z.string().exactOptional(),
  title: z.string().exactOptional(),
  snippet: z.string().exactOptional(),
  line: z.number().int().positive().exactOptional(),
  /** SHA-256 of the stored text. */
  sha256: hashSchema().exactOptional(),
  artifactId: idSchema().exactOptional(),
  fetchedAt: timeSchema().exactOptional(),
}));

/** `n` is the number the answer cites it by. */
export const citationSchema = once(() =>
  z.object({ n: z.number().int().positive(), ...evidenceShape() }).readonly(),
);

export type CitationStatus = Infer<typeof citationStatusSchema>;
export type Citation = Infer<typeof citationSchema>;
