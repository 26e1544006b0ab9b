import type { WebFiles } from "@squire/gateway";

/** The files of the web face. */
export function webFiles(): Promise<WebFiles> {
  return Promise.resolve(new Map());
}
