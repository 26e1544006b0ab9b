import { ToolError } from "@squire/agent";
import { embeddedFile, isCompiled } from "@squire/platform";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DOC_PAGES } from "./doc-pages.ts";
import type { Found, UrlPlaces } from "./places.ts";

/** `docs://<page>`: the pages about Squire itself; without a page, the list of them. */
export async function docsPage({ home }: UrlPlaces, rest: string): Promise<Found> {
  const page = rest.replace(/\/$/, "").replace(/\.md$/i, "").toLowerCase();
  if (page === "") return { type: "text", text: listText(), untrusted: false };
  if (!DOC_PAGES.some((known) => known === page)) {
    throw new ToolError(`There is no page docs://${page}. There are: ${DOC_PAGES.join(", ")}.`);
  }
  const path = isCompiled()
    ? await embeddedFile(`docs-${page}.md`, join(home, "cache"))
    : fileURLToPath(new URL(`../../../../../docs/${page}.md`, import.meta.url));
  if (path === null) throw new ToolError(`docs://${page} is not part of this program.`);
  return { type: "file", path };
}

function listText(): string {
  return DOC_PAGES.map((page) => `docs://${page}\n`).join("");
}
