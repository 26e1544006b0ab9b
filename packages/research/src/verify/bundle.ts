import { reportSchema } from "@squire/protocol";
import type { Report } from "@squire/protocol";
import { z } from "zod";

/** A text that a report cites, as it was kept. */
export type BundledSource = {
  readonly place: string;
  readonly title: string;
  readonly sha256: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** Absent where the texts lie beside it. */
  readonly text?: string | undefined;
};

/** A report with all that is needed to check it elsewhere: one file. */
export type Bundle = {
  readonly format: "squire.report";
  readonly version: 1;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly sessionId: string | null;
  readonly report: Report;
  readonly sources: readonly BundledSource[];
};

const bundleSchema = () =>
  z.object({
    format: z.literal("squire.report"),
    version: z.literal(1),
    createdAt: z.string(),
    sessionId: z.string().nullable(),
    report: reportSchema(),
    sources: z.array(
      z.object({
        place: z.string(),
        title: z.string(),
        sha256: z.string(),
        fetchedAt: z.string(),
        text: z.string().optional(),
      }),
    ),
  });

/** Null when it is no report of ours. Never throws. */
export function readBundle(text: string): Bundle | null {
  try {
    const read = bundleSchema().safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The same report, the same bytes, also after it was read back. */
export function writeBundle(bundle: Bundle): string {
  return `${JSON.stringify(bundleSchema().parse(bundle), null, 2)}\n`;
}
