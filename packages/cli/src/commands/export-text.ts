import type { ExportFormat, ExportInput } from "@squire/session/exchange";

/** A session to be read, without what looks like a key (EXP-4). */
export async function exportText(
  input: ExportInput,
  format: ExportFormat | "archive",
): Promise<string> {
  const session = await import("@squire/session/exchange");
  const { redact } = await import("@squire/llm");
  const options = { redact: (text: string): string => redact(text, []) };
  switch (format) {
    case "md":
      return session.exportMarkdown(input, options);
    case "html":
      return session.exportHtml(input, options);
    case "json":
      return session.exportJson(input, options);
    case "jsonl":
    case "archive":
      return session.exportArchive(input, options);
  }
}
