import { extractPage } from "../extract/extract-page.ts";
import type { Extractor } from "../extract/extractor.ts";

/** The same work without a thread of its own. */
export const inProcess: Extractor = {
  extract: (request) => extractPage({ ...request, plain: false }),
  close: () => Promise.resolve(),
};
