import { z } from "zod";
import { countSchema } from "./basics.ts";
import { citationSchema } from "./citation.ts";
import { once, type Infer } from "./once.ts";

const numberSchema = once(() => z.number().int().positive());

/** A sentence of a report and how it is backed (RES-7, RES-9). */
const claimSchema = once(() =>
  z
    .object({
      text: z.string(),
      cites: z.array(numberSchema()).readonly(),
      /** Numbers, dates and names in it that do not occur in what it cites. */
      unbacked: z.array(z.string()).readonly(),
      /** How many sources that have nothing to do with each other back it. */
      independent: countSchema(),
    })
    .readonly(),
);

/** Two statements of different sources that do not go together. */
const conflictSchema = once(() => z.object({ one: z.string(), other: z.string() }).readonly());

/** A report of research as it was delivered; its citations are numbered from 1. */
export const reportShape = once(() => ({
  question: z.string(),
  /** The first words of the report: the answer itself. */
  answer: z.string(),
  /** Markdown, without the sections that say how it is backed. */
  body: z.string(),
  claims: z.array(claimSchema()).readonly(),
  citations: z.array(citationSchema()).readonly(),
  conflicts: z.array(conflictSchema()).readonly(),
  /** What did not stand up, and why. */
  removed: z.array(z.object({ text: z.string(), why: z.string() }).readonly()).readonly(),
  /** Why it is not all that was asked for; null when it is. */
  partial: z.string().nullable(),
  searches: countSchema(),
}));

export const reportSchema = once(() => z.object(reportShape()).readonly());

export type Report = Infer<typeof reportSchema>;
export type ReportClaim = Report["claims"][number];
