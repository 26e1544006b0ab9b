import { measure } from "./measure.ts";

/** The smallest block elements that hold text: paragraphs, headings, list items, cells. */
export type Block = {
  readonly element: Element;
  readonly text: string;
  /** 0 to 1. */
  readonly linkShare: number;
  readonly isHeading: boolean;
  /** Inside a list, a table, a quotation or a listing: its form is meant. */
  readonly isForm: boolean;
};

const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE " +
    "FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD " +
    "TFOOT TH THEAD TR UL"
  ).split(" "),
);

const FORMS: ReadonlySet<string> = new Set(["LI", "TABLE", "PRE", "BLOCKQUOTE", "DL"]);

export function isBlockTag(tagName: string): boolean {
  return BLOCK_TAGS.has(tagName.toUpperCase());
}

/** In the order of the document. */
export function blocksOf(root: Element): readonly Block[] {
  const sizes = measure(root);
  const all = [...root.querySelectorAll("*")].filter(({ tagName }) => isBlockTag(tagName));
  const holders = holdersOf(all, root);
  return all.flatMap((element): Block[] => {
    const text = plain(element);
    if (holders.has(element) || text === "") return [];
    const { chars, linkChars } = sizes.of(element);
    return [
      {
        element,
        text,
        linkShare: chars === 0 ? 0 : linkChars / chars,
        isHeading: /^H[1-6]$/.test(element.tagName),
        isForm: isInForm(element, root),
      },
    ];
  });
}

export function plain({ textContent }: Element): string {
  return (textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Everything that has a block in it. */
function holdersOf(blocks: readonly Element[], root: Element): ReadonlySet<Element> {
  const holders = new Set<Element>();
  for (const block of blocks) {
    for (
      let above = block.parentElement;
      above !== null && above !== root;
      above = above.parentElement
    ) {
      if (holders.has(above)) break;
      holders.add(above);
    }
  }
  return holders;
}

function isInForm(element: Element, root: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
    if (FORMS.has(at.tagName)) return true;
  }
  return false;
}
