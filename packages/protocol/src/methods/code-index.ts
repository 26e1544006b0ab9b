import { z } from "zod";
import { countSchema } from "../basics.ts";
import { method } from "./method.ts";

const figures = () => ({
  /** The project it is for; null where there is none. */
  root: z.string().nullable(),
  /** False: there is no index yet. */
  ready: z.boolean(),
  files: countSchema(),
  pieces: countSchema(),
  /** Pieces that have no vector yet; they are made while somebody reads. */
  waiting: countSchema(),
});

/** The index of the files of this workspace. */
export const codeIndexMethods = {
  "index.status": method(
    "How much of the workspace is indexed for `semantic_search` (SRCH-10).",
    () => ({}),
    figures,
  ),
  "index.update": method(
    "Makes the index of the workspace or brings its words up to date; vectors follow after turns.",
    () => ({}),
    () => ({ ...figures(), changed: countSchema(), removed: countSchema() }),
  ),
  "index.clear": method(
    "Takes the index of the workspace away. `ok` is false when there was none.",
    () => ({}),
    () => ({ ok: z.boolean() }),
  ),
} as const;
