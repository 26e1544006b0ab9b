export { BUILT_INS } from "./built-ins.ts";
export { parseBlocks } from "./edit/blocks/parse-blocks.ts";
export { applyHunks } from "./edit/patch/apply-hunks.ts";
export { parsePatch } from "./edit/patch/parse-patch.ts";
