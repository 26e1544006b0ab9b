import { field, textField } from "../../web/json-fields.ts";
import type { SiteSource } from "./site-source.ts";

/** What a package is, with its own description (WEB-7). */
export function pypiSource({ hostname, pathname }: URL): SiteSource | null {
  const name = /^\/project\/([\w.-]+)\/?$/.exec(pathname)?.[1];
  if (hostname !== "pypi.org" || name === undefined) return null;
  return {
    requests: [{ url: `https://pypi.org/pypi/${name}/json` }],
    read: ([text = ""]) => projectText(text),
  };
}

function projectText(text: string): ReturnType<SiteSource["read"]> {
  try {
    const value: unknown = JSON.parse(text);
    const info = field(value, "info");
    const title = `${textField(info, "name")} ${textField(info, "version")}`.trim();
    if (title === "") return null;
    const facts = [
      ["License", textField(info, "license_expression") || textField(info, "license")],
      ["Python", textField(info, "requires_python")],
      ["Home", textField(info, "home_page") || textField(info, "project_url")],
    ].filter(([, fact = ""]) => fact !== "" && fact.length < 200);
    return {
      title,
      text: [
        `# ${title}`,
        textField(info, "summary"),
        facts.map(([what, fact]) => `- ${what}: ${fact}`).join("\n"),
        textField(info, "description"),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    };
  } catch {
    return null;
  }
}
