import { DATA_NAME } from "../report/html/render-html.ts";
import { readBundle } from "./bundle.ts";
import type { Bundle } from "./bundle.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#96": "`",
};

/** The report that a page of ours holds; null when it holds none. */
export function readHtmlReport(html: string): Bundle | null {
  const start = html.indexOf(`<meta name="${DATA_NAME}" content="`);
  if (start === -1) return null;
  const from = html.indexOf('content="', start) + 'content="'.length;
  const data = html.slice(from, html.indexOf('"', from));
  return readBundle(
    data.replaceAll(/&(amp|lt|gt|quot|#39|#96);/g, (_, name: string) => ENTITIES[name] ?? ""),
  );
}
