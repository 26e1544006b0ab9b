import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Entry, MethodResult } from "@squire/protocol";
import { exportHtml, exportJson, exportMarkdown, exportName } from "@squire/session/exchange";
import type { ExportInput } from "@squire/session/exchange";
import { exportRedactor } from "../research/export-redactor.ts";
import type { Env } from "../settings/env.ts";
import { refuse } from "./failures.ts";

type Format = "markdown" | "html" | "json";

export type PageWish = {
  readonly format: Format;
  /** Absent: the report where the session is one of research and has one. */
  readonly scope: "session" | "report" | undefined;
  /** A file or a folder; absent: the text is given back. */
  readonly path: string | undefined;
  /** Null: the session keeps nothing. */
  readonly logPath: string | null;
  readonly cwd: string;
  readonly env: Env;
};

/** A session or its report to be read, without what looks like a key (EXP-4, EXP-5). */
export async function exportPage(
  input: ExportInput,
  wish: PageWish,
): Promise<MethodResult<"sessions.export">> {
  const { format, path, cwd, env } = wish;
  const report = await reportFor(input.branch, wish.scope);
  const text =
    report === null
      ? WRITERS[format](input, { redact: exportRedactor(env) })
      : await reportPage(report, input.header.id, wish);
  if (path === undefined) return { text };
  const target = await targetFor(resolve(cwd, path), exportName(input, ENDINGS[format]));
  try {
    await writeFile(target, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse("storage", `Could not write ${target}: ${why}`, "Name another file.");
  }
  return { path: target };
}

async function reportFor(
  branch: readonly Entry[],
  scope: PageWish["scope"],
): Promise<Entry<"report"> | null> {
  if (scope === "session") return null;
  const mode = branch.findLast((entry) => entry.type === "mode_change");
  const isResearch = mode?.type === "mode_change" && mode.mode === "research";
  if (scope === undefined && !isResearch) return null;
  const { lastReport } = await import("../research/reports.ts");
  const report = lastReport(branch);
  if (report === null && scope === "report") {
    return refuse("not_found", "There is no report in this session.", "/save session writes all.");
  }
  return report;
}

async function reportPage(
  report: Entry<"report">,
  sessionId: string,
  { format, logPath, env }: PageWish,
): Promise<string> {
  const [{ bundleReport }, { reportText }, { textsOfSession }] = await Promise.all([
    import("../research/reports.ts"),
    import("../research/report-files.ts"),
    import("../research/kept-texts.ts"),
  ]);
  const find = logPath === null ? () => Promise.resolve(null) : textsOfSession(logPath);
  const wish = { sessionId, find, redact: exportRedactor(env), texts: format === "json" };
  return reportText((await bundleReport(report, wish)).bundle, ENDINGS[format]);
}

const WRITERS = { markdown: exportMarkdown, html: exportHtml, json: exportJson } as const;
const ENDINGS = { markdown: "md", html: "html", json: "json" } as const;

/** In a folder the file is named after date and title. */
async function targetFor(path: string, name: string): Promise<string> {
  const look = await stat(path).catch(() => null);
  return look?.isDirectory() === true ? join(path, name) : path;
}
