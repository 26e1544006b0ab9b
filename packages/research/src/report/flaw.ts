/** What is wrong with a sentence of a draft, in words for whoever wrote it. */
export type Flaw = {
  readonly kind: "unknown" | "quote" | "values" | "uncited";
  readonly text: string;
  readonly why: string;
};
