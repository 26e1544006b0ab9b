import type { Redactor } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import type { UrlFile } from "@squire/tools";

/** Where internal URLs lead to. */
export type UrlPlaces = {
  /** `SQUIRE_HOME`. */
  readonly home: string;
  readonly session: Pick<OpenSession, "header" | "path" | "tree">;
  readonly redactor: Redactor;
};

/** What a URL leads to: a file that is there, or a text that is made when it is asked for. */
export type Found =
  | (UrlFile & { readonly type: "file" })
  | { readonly type: "text"; readonly text: string; readonly untrusted: boolean };
