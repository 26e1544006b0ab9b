// The door to the index of a workspace, apart from the index: few commands need it.
export { codePlaceOf, isIndexed, removeCodeIndex } from "./code-index/code-place.ts";
export type { CodePlace } from "./code-index/code-place.ts";
export { openCodeIndex } from "./code-index/open-code-index.ts";
export type { OpenCodeIndex } from "./code-index/open-code-index.ts";
export { updateWords } from "./code-index/update-code-index.ts";
export { filesFor } from "./code-index/files-for.ts";
