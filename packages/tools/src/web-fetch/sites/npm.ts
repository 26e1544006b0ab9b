import { field, textField } from "../../web/json-fields.ts";
import { parseJson } from "./parse-json.ts";
import { decodedPath, factLines, joinParts } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

const PAGE = /^\/package\/((?:@[\w.~-]+\/)?[\w.~-]+)(?:\/v\/([\w.+-]+))?\/?$/;

/** What a package is, what it needs, and its README (WEB-7). */
export function npmSource({ hostname, pathname }: URL): SiteSource | null {
  if (hostname !== "www.npmjs.com" && hostname !== "npmjs.com") return null;
  const [, name, version = "latest"] = PAGE.exec(decodedPath(pathname)) ?? [];
  if (name === undefined) return null;
  return {
    requests: [
      { url: `https://unpkg.com/${name}@${version}/package.json` },
      { url: `https://unpkg.com/${name}@${version}/README.md` },
    ],
    read: ([manifest = "", readme = ""]) => packageText(parseJson(manifest), readme),
  };
}

function packageText(manifest: unknown, readme: string): SiteText | null {
  const title = `${textField(manifest, "name")} ${textField(manifest, "version")}`.trim();
  if (title === "") return null;
  const repository = field(manifest, "repository");
  const facts = factLines([
    ["License", textField(manifest, "license")],
    ["Home", textField(manifest, "homepage")],
    ["Repository", typeof repository === "string" ? repository : textField(repository, "url")],
    ["Needs", namesIn(field(manifest, "dependencies"))],
    ["Peers", namesIn(field(manifest, "peerDependencies"))],
    ["Node", textField(field(manifest, "engines"), "node")],
  ]);
  // A page in place of a README is none.
  const words = /^\s*<(?:!doctype|html)/i.test(readme) ? "" : readme;
  return { title, text: joinParts(`# ${title}`, textField(manifest, "description"), facts, words) };
}

function namesIn(ranges: unknown): string {
  if (typeof ranges !== "object" || ranges === null) return "";
  return Object.entries(ranges)
    .map(([name, range]) => `${name} ${String(range)}`)
    .join(", ");
}
