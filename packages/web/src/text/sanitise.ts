import DOMPurify, { type Config } from "dompurify";

/** What words need to look like words. No image, no form, no style: nothing that asks or pretends. */
const TAGS = [
  ..."p br hr h1 h2 h3 h4 h5 h6 blockquote pre code kbd samp var ul ol li dl dt dd".split(" "),
  ..."table thead tbody tfoot tr th td caption strong b em i u s del ins mark small sub".split(" "),
  ..."sup abbr cite q span div a details summary".split(" "),
];

const RULES: Config & { readonly RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ["href", "title", "start", "align", "colspan", "rowspan", "data-language"],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  // Their values are no addresses.
  ADD_URI_SAFE_ATTR: ["start", "align", "colspan", "rowspan", "data-language"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** HTML of strangers as nodes that can do nothing. The only way from HTML to the page. */
export function sanitised(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, RULES);
}
