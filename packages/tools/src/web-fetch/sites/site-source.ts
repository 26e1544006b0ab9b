/** A better place to read a page than the page itself: what its site offers to programs. */
export type SiteSource = {
  /** Asked for one after the other; the first one has to be there. */
  readonly requests: readonly {
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /** From the bodies, in the same order; null when they are not what was expected. */
  read(bodies: readonly string[]): { readonly title: string; readonly text: string } | null;
};

/** Secrets by the names of their variables. */
export type SiteKeys = (name: string) => string | null;
