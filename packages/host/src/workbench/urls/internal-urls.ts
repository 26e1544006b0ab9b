import { ToolError } from "@squire/agent";
import type { InternalUrls, UrlContent, UrlFile } from "@squire/tools";
import { openArtifactUrls } from "./artifact-url.ts";
import { docsPage } from "./docs-url.ts";
import type { Found, UrlPlaces } from "./places.ts";
import { sessionText } from "./session-url.ts";
import { LaidOut } from "./laid-out.ts";

export type OpenUrls = AsyncDisposable & { readonly urls: InternalUrls };

/** More of a file is never shown; a picture must be whole. */
const MOST_BYTES = 64 * 1024 * 1024;

const KINDS = /^([a-z]+):\/\/(.*)$/i;

/** The URLs that `read` and `grep` take besides paths (URL-1). Nothing is looked at before it is asked for. */
export function openUrls(places: UrlPlaces): OpenUrls {
  const laidOut = new LaidOut();
  const artifact = openArtifactUrls(places);
  const find = (url: string): Promise<Found> | null => {
    const [, kind = "", rest = ""] = KINDS.exec(url) ?? [];
    switch (kind.toLowerCase()) {
      case "artifact":
        return artifact(rest);
      case "session":
        return sessionText(places, rest);
      case "docs":
        return docsPage(places, rest);
      default:
        return null;
    }
  };
  return {
    urls: {
      read: async (url) => contentOf(await find(url)),
      file: async (url) => fileOf(await find(url), url, laidOut),
    },
    [Symbol.asyncDispose]: () => laidOut.clear(),
  };
}

async function contentOf(found: Found | null): Promise<UrlContent | null> {
  if (found === null) return null;
  const { untrusted = false } = found;
  if (found.type === "text") return { bytes: new TextEncoder().encode(found.text), untrusted };
  const { readBeginning } = await import("./read-beginning.ts");
  return { ...(await readBeginning(found.path, MOST_BYTES)), untrusted };
}

async function fileOf(found: Found | null, url: string, laidOut: LaidOut): Promise<UrlFile> {
  if (found === null) {
    throw new ToolError(`${url} cannot be searched: there is nothing under a URL of this kind.`);
  }
  if (found.type === "file") return found;
  return { path: await laidOut.file(found.text), untrusted: found.untrusted };
}
