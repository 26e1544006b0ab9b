import type { Files } from "../files/files.ts";
import type { PendingActions } from "../resolve/pending-actions.ts";
import type { SearchServices } from "../search/services.ts";
import type { AstParsers } from "./parsers.ts";

/** What the structural tools need from whoever puts a session together. */
export type AstServices = SearchServices & {
  readonly parsers: AstParsers;
  readonly files: Files;
  readonly pending: PendingActions;
};
