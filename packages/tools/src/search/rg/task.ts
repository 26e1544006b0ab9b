import type { Query } from "../query.ts";
import type { Root } from "../root.ts";
import type { ScanLimits } from "../watch.ts";

/** A search that ripgrep is to make. */
export type RgTask = {
  /** Where ripgrep is. */
  readonly program: string;
  readonly query: Query;
  readonly root: Root;
  readonly limits: ScanLimits;
};
