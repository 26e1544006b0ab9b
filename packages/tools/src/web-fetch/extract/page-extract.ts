import type { ContentKind } from "./content-kind.ts";

export type PageRequest = {
  readonly bytes: Uint8Array;
  /** As the server gave it. */
  readonly contentType: string;
  readonly url: string;
  readonly selector: string | null;
  /** Without making a document of it: for pages that took too long. */
  readonly plain: boolean;
};

export type PageExtract =
  | {
      readonly type: "text";
      readonly kind: ContentKind;
      readonly title: string;
      readonly text: string;
    }
  /** The message says what to do instead. */
  | { readonly type: "failed"; readonly message: string };

/** What the worker says. */
export type WorkerWord = PageExtract | "ready";
