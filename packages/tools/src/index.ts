export { BUILT_INS } from "./built-ins.ts";
export { parseBlocks } from "./edit/blocks/parse-blocks.ts";
