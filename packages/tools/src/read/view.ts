/** Which part of a file is wanted. */
export type Wanted = {
  /** Lines, counted from 1. */
  readonly from: number;
  readonly count: number;
};

/** What is found at a path. */
export type View =
  | TextView
  | {
      readonly type: "image";
      readonly mimeType: string;
      readonly data: string;
      /** What was done to it, for the model. */
      readonly note: string | null;
    }
  /** Neither text nor a picture that can be shown. */
  | { readonly type: "binary"; readonly what: string; readonly bytes: number; readonly hex: string }
  | { readonly type: "folder"; readonly names: readonly string[]; readonly omitted: number }
  /** Made from a file of some other kind: cells, rows, pages, a listing. */
  | { readonly type: "report"; readonly text: string; readonly truncated: boolean };

export type TextView = {
  readonly type: "text";
  /** From the first one asked for. */
  readonly lines: readonly string[];
  readonly from: number;
  /** How many lines there are, as far as the file was read. */
  readonly total: number;
  /** Some bytes are none of the encoding. */
  readonly garbled: boolean;
  /** Why this is not all of it. */
  readonly rest: "more-lines" | "too-large" | null;
  readonly bytes: number;
  /** How what is too large to be shown can be had; absent: by a command. */
  readonly beyond?: string;
  /** With the anchors of the edit variant; null for plain numbers. */
  readonly decorated: readonly string[] | null;
};
