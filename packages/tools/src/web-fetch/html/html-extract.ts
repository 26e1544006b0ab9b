export type HtmlRequest = {
  readonly html: string;
  /** Where it came from, for relative links. */
  readonly url: string;
  /** CSS: only these parts of the page. */
  readonly selector: string | null;
};

export type HtmlExtract =
  | { readonly type: "text"; readonly title: string; readonly text: string }
  | { readonly type: "bad_selector"; readonly message: string }
  | { readonly type: "nothing_selected" };
