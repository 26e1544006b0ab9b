import { field, textField } from "../../web/json-fields.ts";
import { parseJson } from "./parse-json.ts";
import { factLines, joinParts } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

/** What a package is, with its own description (WEB-7). */
export function pypiSource({ hostname, pathname }: URL): SiteSource | null {
  const name = /^\/project\/([\w.-]+)\/?$/.exec(pathname)?.[1];
  if (hostname !== "pypi.org" || name === undefined) return null;
  return {
    requests: [{ url: `https://pypi.org/pypi/${name}/json` }],
    read: ([text = ""]) => projectText(text),
  };
}

function projectText(text: string): SiteText | null {
  const info = field(parseJson(text), "info");
  const title = `${textField(info, "name")} ${textField(info, "version")}`.trim();
  if (title === "") return null;
  const facts = factLines([
    ["License", textField(info, "license_expression") || textField(info, "license")],
    ["Python", textField(info, "requires_python")],
    ["Home", textField(info, "home_page") || textField(info, "project_url")],
  ]);
  const words = [textField(info, "summary"), facts, textField(info, "description")];
  return { title, text: joinParts(`# ${title}`, ...words) };
}
