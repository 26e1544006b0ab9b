export type SourceLine = { readonly n: number; readonly text: string };

/** What was seen of a file, in the order of its lines. */
export type SourceFile = { readonly path: string; readonly lines: readonly SourceLine[] };
