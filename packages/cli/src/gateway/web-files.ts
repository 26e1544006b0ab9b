import { fileURLToPath } from "node:url";
import type { WebFiles } from "@squire/gateway";
import { bundlePage, embeddedBytes, isCompiled, unpackFiles } from "@squire/platform";
import { webPage } from "@squire/web";

let made: Promise<WebFiles> | null = null;

/** The files of the web face: out of the program, or bundled once when it runs from source. */
export function webFiles(): Promise<WebFiles> {
  made ??= isCompiled() ? embeddedFiles() : bundlePage({ page: fileURLToPath(webPage()) });
  return made;
}

async function embeddedFiles(): Promise<WebFiles> {
  const packed = await embeddedBytes("web.pack");
  return packed === null ? new Map() : unpackFiles(packed);
}
