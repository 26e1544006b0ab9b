import { renderHtml, renderMarkdown, writeBundle } from "@squire/research";
import type { Bundle } from "@squire/research";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export const REPORT_FORMATS = ["md", "html", "json"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report in one of its forms; the same report gives the same bytes (EXP-6). */
export function reportText(bundle: Bundle, format: ReportFormat): string {
  switch (format) {
    case "md":
      return `${frontMatter(bundle)}${renderMarkdown(bundle.report, { appendix: true })}\n`;
    case "html":
      return renderHtml(bundle);
    case "json":
      return writeBundle(bundle);
  }
}

function frontMatter({
  createdAt,
  sessionId,
  report: { question, searches, partial },
}: Bundle): string {
  const fields: readonly (readonly [string, string | number | boolean | null])[] = [
    ["title", question],
    ["created", createdAt],
    ["session", sessionId],
    ["searches", searches],
    ["partial", partial !== null],
  ];
  // A JSON text is a YAML text as well, whatever stands in it.
  return `---\n${fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n")}\n---\n\n`;
}

/** The form that the name of a file asks for; null for another one. */
export function reportFormatOf(file: string): ReportFormat | null {
  if (/\.html?$/i.test(file)) return "html";
  if (/\.(?:md|markdown)$/i.test(file)) return "md";
  return /\.json$/i.test(file) ? "json" : null;
}

/** One file; or, where the target is a folder, the report in all forms with its sources beside it. */
export async function writeReport(
  bundle: Bundle,
  target: string,
  format: ReportFormat | null,
): Promise<string> {
  const look = await stat(target).catch(() => null);
  const named = format ?? reportFormatOf(target);
  if (look?.isDirectory() === true || (look === null && named === null)) {
    await writeFolder(bundle, target);
    return target;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(
    target,
    reportText(named === "json" ? bundle : withoutTexts(bundle), named ?? "md"),
  );
  return target;
}

async function writeFolder(bundle: Bundle, folder: string): Promise<void> {
  await mkdir(join(folder, "sources"), { recursive: true });
  const bare = withoutTexts(bundle);
  for (const format of REPORT_FORMATS) {
    await writeFile(join(folder, `report.${format}`), reportText(bare, format));
  }
  for (const { sha256, text } of bundle.sources) {
    if (text !== undefined) await writeFile(join(folder, "sources", `${sha256}.txt`), text);
  }
}

function withoutTexts(bundle: Bundle): Bundle {
  return { ...bundle, sources: bundle.sources.map(({ text: _text, ...source }) => source) };
}
