import { cleanText } from "../../web/clean-text.ts";
import { checkStreams } from "../../read/pdf/check-streams.ts";
import { openPdf, pageText } from "../../read/pdf/pdf-text.ts";
import type { PageExtract } from "./page-extract.ts";

const MOST_PAGES = 300;

/** The text of all pages, each under its number. */
export async function extractPdf(bytes: Uint8Array): Promise<PageExtract> {
  try {
    await checkStreams(bytes, new AbortController().signal);
    // A copy: the reader takes it away.
    const document = await openPdf(new Uint8Array(bytes));
    try {
      const last = Math.min(document.numPages, MOST_PAGES);
      const parts: string[] = [];
      for (let page = 1; page <= last; page++) {
        parts.push(`[page ${page} of ${document.numPages}]\n${await pageText(document, page)}`);
      }
      return { type: "text", kind: "pdf", title: "", text: cleanText(parts.join("\n\n")) };
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "failed", message: `The PDF cannot be read: ${why}` };
  }
}
