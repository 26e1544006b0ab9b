import { z } from "zod";
import { countSchema, idSchema } from "../basics.ts";
import { citationStatusSchema } from "../citation.ts";
import { once } from "../once.ts";
import { method } from "./method.ts";

const problemSchema = once(() => z.string().nullable());

const checkedCitationSchema = once(() =>
  z
    .object({
      n: z.number().int().positive(),
      source: z.string(),
      quote: z.string(),
      status: citationStatusSchema(),
      start: countSchema().nullable(),
      end: countSchema().nullable(),
      /** What is wrong, in words; null when nothing is. */
      problem: problemSchema(),
      /** How it is with the file today, where that is not what was kept. */
      now: z.string().exactOptional(),
    })
    .readonly(),
);

const checkedClaimSchema = once(() =>
  z
    .object({
      text: z.string(),
      cites: z.array(z.number().int().positive()).readonly(),
      unbacked: z.array(z.string()).readonly(),
      problem: problemSchema(),
    })
    .readonly(),
);

/** Questions that are answered with a report. */
export const researchMethods = {
  "research.start": method(
    "Answers a question with a report; the session is in the mode research from then on (RES-1).",
    () => ({
      sessionKey: idSchema(),
      question: z.string().min(1),
      depth: z.enum(["quick", "normal", "deep"]).exactOptional(),
      sources: z.enum(["local", "web", "all"]).exactOptional(),
      /** For the whole answer, in seconds. */
      timeout: z.number().positive().exactOptional(),
    }),
    () => ({ runId: idSchema() }),
  ),
  "research.finish": method(
    "Writes up what a research that was stopped has found; null when nothing is left (RES-14).",
    () => ({ sessionKey: idSchema() }),
    () => ({ runId: idSchema().nullable() }),
  ),
  "report.verify": method(
    "Checks the last report of a session again, or else the places in files it names; no model is asked (RES-8).",
    () => ({ sessionKey: idSchema() }),
    () => ({
      ok: z.boolean(),
      citations: z.array(checkedCitationSchema()).readonly(),
      claims: z.array(checkedClaimSchema()).readonly(),
      counts: z
        .object({
          verified: countSchema(),
          near: countSchema(),
          missing: countSchema(),
          unreachable: countSchema(),
        })
        .readonly(),
    }),
  ),
} as const;
