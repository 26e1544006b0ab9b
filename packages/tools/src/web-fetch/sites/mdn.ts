import { field, textField } from "../../web/json-fields.ts";
import { parseJson } from "./parse-json.ts";
import { escapeHtml } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

/** A page of MDN by its sections (WEB-7). */
export function mdnSource({ hostname, pathname }: URL): SiteSource | null {
  const page = /^\/[A-Za-z]{2}(?:-[A-Za-z]{2})?\/docs\/[^?#]+?(?=\/?$)/.exec(pathname)?.[0];
  if (hostname !== "developer.mozilla.org" || page === undefined) return null;
  return {
    requests: [{ url: `https://${hostname}${page}/index.json` }],
    read: ([text = ""]) => pageText(field(parseJson(text), "doc")),
  };
}

function pageText(doc: unknown): SiteText | null {
  const title = textField(doc, "title");
  const body = field(doc, "body");
  if (title === "" || !Array.isArray(body)) return null;
  const sections = body.map((section: unknown) => sectionHtml(section));
  return { title, html: `<h1>${escapeHtml(title)}</h1>${sections.join("")}` };
}

function sectionHtml(section: unknown): string {
  const value = field(section, "value");
  // It is HTML already: titles hold code.
  const title = textField(value, "title");
  const level = field(value, "isH3") === true ? "h3" : "h2";
  const heading = title === "" ? "" : `<${level}>${title}</${level}>`;
  switch (field(section, "type")) {
    case "prose":
      return `${heading}${textField(value, "content")}`;
    case "specifications":
      return `${heading}${specificationHtml(field(value, "specifications"))}`;
    default:
      // Tables of browsers are made by a script from data elsewhere.
      return "";
  }
}

function specificationHtml(specifications: unknown): string {
  if (!Array.isArray(specifications)) return "";
  const items = specifications.map((one: unknown) => {
    const url = textField(one, "bcdSpecificationURL");
    const name = escapeHtml(textField(one, "title") || url);
    return url.startsWith("https://")
      ? `<li><a href="${encodeURI(url)}">${name}</a></li>`
      : `<li>${name}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}
