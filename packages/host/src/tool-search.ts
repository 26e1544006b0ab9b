// The door to finding tools by what is asked for, apart from the index: it may load a model.
export { openToolSearch } from "./tool-search/tool-search.ts";
export { openVectorCache } from "./tool-search/tool-vectors.ts";
