import type { LiveSession } from "@squire/host/live";
import type { Report } from "@squire/protocol";
import { mkdir, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { printJson, say } from "./sessions-at.ts";

export type Delivery = {
  readonly report: Report;
  readonly live: LiveSession;
  readonly flags: Invocation<"research">["flags"];
  readonly cwd: string;
  readonly sessionId: string | null;
};

/** Prints the report, or what scripts want of it, and writes it where the user wants it. */
export async function deliverReport(delivery: Delivery, io: Io): Promise<void> {
  const { report, flags, cwd } = delivery;
  const { renderMarkdown } = await import("@squire/research");
  if (flags.out !== undefined) {
    const file = resolve(cwd, flags.out);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${renderMarkdown(report, { appendix: true })}\n`);
    say(io, `wrote ${file}`);
  }
  if (flags.json) printJson(io, await jsonOf(delivery));
  else if (flags.out === undefined) io.stdout.write(`${renderMarkdown(report)}\n`);
}

async function jsonOf({ report, live, sessionId }: Delivery) {
  const { rankSources, renderMarkdown } = await import("@squire/research");
  const notebook = live.research.tools?.notebook;
  const sources =
    notebook === undefined ? [] : rankSources(report.question, notebook, report.citations);
  return {
    answer: report.answer,
    report: renderMarkdown(report),
    citations: report.citations,
    sources: sources.map(({ place, kind, title, text }) => ({
      id: place,
      ...(kind === "web" ? { url: place } : { path: place }),
      title,
      sha256: createHash("sha256").update(text).digest("hex"),
    })),
    claims: report.claims,
    removed: report.removed,
    partial: report.partial,
    searches: report.searches,
    sessionId,
  };
}
