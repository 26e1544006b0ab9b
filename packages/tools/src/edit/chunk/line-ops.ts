import type { LineOp } from "../hashline/plan-ops.ts";
import type { ChunkOp } from "./plan-chunk-ops.ts";

/** What the ops of chunks are where a file is edited by lines. */
export const LINE_OPS: Readonly<Record<Exclude<ChunkOp["op"], "splice">, LineOp["op"]>> = {
  replace: "replace",
  append: "insert_after",
  prepend: "insert_before",
  delete: "delete",
};
