import { cleanText } from "../../web/clean-text.ts";
import { extractHtml } from "../html/extract-html.ts";
import { plainHtml } from "../html/plain-html.ts";
import { decodeText } from "./charset.ts";
import { contentKind } from "./content-kind.ts";
import { extractPdf } from "./extract-pdf.ts";
import type { PageExtract, PageRequest } from "./page-extract.ts";
import { prettyJson } from "./pretty-json.ts";

/** What there is to read in a body. Runs in a worker: it may take long, and its input is hostile. */
export async function extractPage(request: PageRequest): Promise<PageExtract> {
  const { bytes, contentType, selector } = request;
  const kind = contentKind(contentType, bytes);
  if (kind === "html") return htmlExtract(request);
  if (selector !== null) return failed(`Only HTML has parts to select; this is ${kind}.`);
  if (kind === "pdf") return extractPdf(bytes);
  const text = (): string => decodeText(bytes, contentType);
  switch (kind) {
    case "json":
      return { type: "text", kind, title: "", text: cleanText(prettyJson(text())) };
    case "text":
      return { type: "text", kind, title: "", text: cleanText(text()) };
    case "image":
    case "binary":
      return { type: "text", kind, title: "", text: described(kind, bytes, contentType) };
  }
}

async function htmlExtract({ bytes, contentType, ...request }: PageRequest): Promise<PageExtract> {
  const html = decodeText(bytes, contentType);
  const kind = "html";
  if (request.plain) return { type: "text", kind, title: "", text: cleanText(plainHtml(html)) };
  const extract = await extractHtml({ html, ...request });
  switch (extract.type) {
    case "text":
      return { type: "text", kind, title: cleanText(extract.title), text: extract.text };
    case "bad_selector":
      return failed(extract.message);
    case "nothing_selected":
      return failed(`Nothing on the page fits ${JSON.stringify(request.selector)}.`);
  }
}

function failed(message: string): PageExtract {
  return { type: "failed", message };
}

function described(kind: "image" | "binary", bytes: Uint8Array, contentType: string): string {
  const type = contentType === "" ? "unknown type" : cleanText(contentType).slice(0, 100);
  const what = kind === "image" ? "An image" : "Data that is no text";
  return `(${what}: ${type}, ${bytes.length} bytes. It cannot be read here.)`;
}
