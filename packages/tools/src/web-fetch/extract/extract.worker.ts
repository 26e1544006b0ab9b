import { parentPort } from "node:worker_threads";
import { extractPage } from "./extract-page.ts";
import type { PageExtract, PageRequest, WorkerWord } from "./page-extract.ts";

/** It says when it is loaded. Then one request at a time comes in, one answer goes out. */
parentPort?.on("message", (request: PageRequest) => {
  void extractPage(request).catch(failure).then(send);
});
send("ready");

function failure(error: unknown): PageExtract {
  const why = error instanceof Error ? error.message : String(error);
  return { type: "failed", message: `The page cannot be read: ${why}` };
}

function send(word: WorkerWord): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not a window
  parentPort?.postMessage(word);
}
