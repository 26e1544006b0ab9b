export type Wanted = {
  readonly cwd: string;
  readonly path: string;
  /** Lines, counted from 1. */
  readonly from: number;
  readonly count: number;
};

/** What is found at a path. */
export type Seen =
  | {
      readonly type: "text";
      /** From the first one asked for. */
      readonly lines: readonly string[];
      readonly from: number;
      /** How many lines there are, as far as the file was read. */
      readonly total: number;
      /** Some bytes are no UTF-8. */
      readonly garbled: boolean;
      /** Why this is not all of it. */
      readonly rest: "more-lines" | "too-large" | null;
      readonly bytes: number;
    }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  /** Neither text nor a picture that can be shown. */
  | { readonly type: "binary"; readonly what: string; readonly bytes: number; readonly hex: string }
  | { readonly type: "folder"; readonly names: readonly string[]; readonly omitted: number };
