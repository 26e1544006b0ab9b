/** As much of a document as is needed for its text. */
export type PdfDocument = {
  readonly numPages: number;
  readonly loadingTask: { destroy(): Promise<void> };
  getPage(page: number): Promise<PdfPage>;
};

type PdfPage = {
  getTextContent(): Promise<{ readonly items: readonly unknown[] }>;
  cleanup(): unknown;
};

/** Nothing in it runs, and no picture is unpacked. */
const OPTIONS = { isEvalSupported: false, maxImageSize: 1, verbosity: 0 };

/** Check its streams first. Has to be destroyed afterwards. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocumentProxy } = await import("unpdf");
  return getDocumentProxy(bytes, OPTIONS);
}

export async function pageText(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  const text = items
    .map(itemText)
    .join("")
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .trim();
  return text === "" ? "(no text on this page; it may be a picture)" : text;
}

function itemText(item: unknown): string {
  if (typeof item !== "object" || item === null || !("str" in item)) return "";
  const end = "hasEOL" in item && item.hasEOL === true ? "\n" : "";
  return `${String(item.str)}${end}`;
}
