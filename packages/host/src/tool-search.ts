// The door to finding tools by what is asked for, apart from the index: it may load a model.
export { findTools } from "./tool-search/find-tools.ts";
export { openToolSearch } from "./tool-search/tool-search.ts";
export { openVectorCache } from "./tool-search/tool-vectors.ts";
