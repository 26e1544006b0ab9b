import { ToolError } from "@squire/agent";
import { cutList } from "../../workspace/cut-list.ts";
import { shownName } from "../../workspace/shown-name.ts";
import type { ReadContext } from "../services.ts";
import type { View } from "../view.ts";
import { checkStreams } from "./check-streams.ts";
import { pageRange } from "./page-range.ts";
import { openPdf, pageText } from "./pdf-text.ts";

/** A PDF is taken into memory as a whole. */
export const MOST_PDF_BYTES = 64 * 1024 * 1024;
/** Between two pages it is seen whether it has taken too long. */
const MOST_MS = 20_000;

export type PdfFile = { readonly bytes: Uint8Array; readonly name: string };

/** The text of some pages (FS-1). */
export async function seePdf(
  { bytes, name }: PdfFile,
  selector: string,
  { signal, clock }: ReadContext,
): Promise<View> {
  await checkStreams(bytes, signal);
  const document = await openPdf(bytes).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`${shownName(name)} cannot be read as a PDF: ${why}`, { cause: error });
  });
  try {
    const total = document.numPages;
    const { from, to } = pageRange(selector, total);
    const lines: string[] = [];
    const deadline = clock.now() + MOST_MS;
    let page = from;
    for (; page <= to && clock.now() < deadline; page++) {
      signal.throwIfAborted();
      lines.push(`[page ${page} of ${total}]`, await pageText(document, page));
    }
    return reportOf(lines, page, total);
  } finally {
    await document.loadingTask.destroy();
  }
}

function reportOf(lines: readonly string[], next: number, total: number): View {
  const { lines: shown, omitted } = cutList(lines);
  const isCut = omitted > 0 || next <= total;
  const more =
    omitted > 0
      ? "(more text; ask for fewer pages, e.g. ?pages=3-3)"
      : `(${total - next + 1} more pages; go on with ?pages=${next}-${Math.min(total, next + 19)})`;
  return {
    type: "report",
    text: [...shown, ...(isCut ? [more] : [])].join("\n"),
    truncated: isCut,
  };
}
