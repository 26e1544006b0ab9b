/** A better place to read a page than the page itself: what its site offers to programs. */
export type SiteSource = {
  /** Asked for one after the other; the first one has to be there. */
  readonly requests: readonly {
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /** From the bodies, in the same order; null when they are not what was expected. */
  read(bodies: readonly string[]): SiteText | null;
};

/** As text, or as HTML that text is to be made of: links in it are those of the page. */
export type SiteText = { readonly title: string } & (
  | { readonly text: string }
  | { readonly html: string }
);

/** Secrets by the names of their variables. */
export type SiteKeys = (name: string) => string | null;
