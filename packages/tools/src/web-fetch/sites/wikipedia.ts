import { field, textField } from "../../web/json-fields.ts";
import { parseJson } from "./parse-json.ts";
import { decodedPath, joinParts } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

const HOST = /^([a-z-]{2,12})\.(?:m\.)?wikipedia\.org$/;

/** An article as plain text, with its headings (WEB-7). */
export function wikipediaSource({ hostname, pathname }: URL): SiteSource | null {
  const language = HOST.exec(hostname)?.[1];
  const title = decodedPath(/^\/wiki\/(.+)$/.exec(pathname)?.[1] ?? "");
  // A colon begins the name of something that is no article: files, talk, lists.
  if (language === undefined || title === "" || /^[A-Za-z_]+:/.test(title)) return null;
  const query = "action=query&prop=extracts&explaintext=1&redirects=1&format=json&formatversion=2";
  return {
    requests: [
      {
        url: `https://${language}.wikipedia.org/w/api.php?${query}&titles=${encodeURIComponent(title)}`,
      },
    ],
    read: ([text = ""]) => articleText(parseJson(text)),
  };
}

function articleText(answer: unknown): SiteText | null {
  const pages = field(field(answer, "query"), "pages");
  const page: unknown = Array.isArray(pages) ? pages[0] : undefined;
  const [title, extract] = [textField(page, "title"), textField(page, "extract")];
  if (title === "" || extract.trim() === "") return null;
  return { title, text: joinParts(`# ${title}`, withHeadings(extract)) };
}

/** `== History ==` → `## History`. */
function withHeadings(text: string): string {
  return text
    .replaceAll(
      /^(={2,6}) *(.+?) *\1$/gm,
      (_, marks: string, name: string) => `${"#".repeat(marks.length)} ${name}`,
    )
    .replaceAll(/\n{3,}/g, "\n\n");
}
