import type { LiveSession } from "@squire/host/live";
import type { Report } from "@squire/protocol";
import type { Host } from "@squire/host";
import type { Bundle, FindText } from "@squire/research";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { printJson, say } from "./sessions-at.ts";

export type Delivery = {
  readonly report: Report;
  readonly live: LiveSession;
  readonly flags: Invocation<"research">["flags"];
  readonly cwd: string;
  readonly env: Host["env"];
  readonly sessionId: string | null;
};

/** Prints the report, or what scripts want of it, and writes it where the user wants it. */
export async function deliverReport(delivery: Delivery, io: Io): Promise<void> {
  const { flags } = delivery;
  if (flags.out !== undefined) say(io, `wrote ${await written(flags.out, delivery)}`);
  if (flags.json) printJson(io, await jsonOf(delivery));
  else if (flags.out === undefined) io.stdout.write(await shown(delivery));
}

async function shown({ report, flags, ...delivery }: Delivery): Promise<string> {
  const { renderMarkdown } = await import("@squire/research");
  const { format } = flags;
  if (format === undefined || format === "md") return `${renderMarkdown(report)}\n`;
  const { reportText } = await import("@squire/host/research");
  return reportText(
    await bundled({ report, flags, ...delivery }),
    format === "html" ? "html" : "json",
  );
}

async function written(out: string, delivery: Delivery): Promise<string> {
  const { writeReport } = await import("@squire/host/research");
  const { format } = delivery.flags;
  const wanted = format === "jsonl" ? "json" : (format ?? null);
  return writeReport(await bundled(delivery), resolve(delivery.cwd, out), wanted);
}

/** As the log has it; what a session without a disk has read is still at hand. */
async function bundled({ live, env, sessionId }: Delivery): Promise<Bundle> {
  const { bundleReport, exportRedactor, lastReport } = await import("@squire/host/research");
  const entry = lastReport(live.session.tree.branch());
  if (entry === null) throw new Error("The report is not in the log.");
  const stored = live.research.tools?.notebook.sources.stored() ?? [];
  const find: FindText = ({ sha256 }) => {
    const own = stored.find((source) => source.sha256 === sha256);
    return Promise.resolve(own === undefined ? null : { text: own.text, sha256: own.sha256 });
  };
  const wish = { sessionId, find, redact: exportRedactor(env), texts: true };
  return (await bundleReport(entry, wish)).bundle;
}

async function jsonOf({ report, live, sessionId }: Delivery) {
  const { rankSources, renderMarkdown } = await import("@squire/research");
  const notebook = live.research.tools?.notebook;
  const sources =
    notebook === undefined ? [] : rankSources(report.question, notebook, report.citations);
  const kept = new Map(notebook?.sources.stored().map(({ place, sha256 }) => [place, sha256]));
  return {
    answer: report.answer,
    report: renderMarkdown(report),
    citations: report.citations,
    sources: sources.map(({ place, kind, title, text }) => ({
      id: place,
      ...(kind === "web" ? { url: place } : { path: place }),
      title,
      sha256: kept.get(place) ?? createHash("sha256").update(text).digest("hex"),
    })),
    claims: report.claims,
    removed: report.removed,
    partial: report.partial,
    searches: report.searches,
    sessionId,
  };
}
