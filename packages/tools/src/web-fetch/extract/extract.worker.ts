import { parentPort } from "node:worker_threads";
import { extractPage } from "./extract-page.ts";
import type { PageExtract, PageRequest } from "./page-extract.ts";

/** One request at a time comes in, one answer goes out. */
parentPort?.on("message", (request: PageRequest) => {
  extractPage(request).catch(failure).then(send, send);
});

function failure(error: unknown): PageExtract {
  const why = error instanceof Error ? error.message : String(error);
  return { type: "failed", message: `The page cannot be read: ${why}` };
}

function send(extract: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not a window
  parentPort?.postMessage(extract);
}
