/** The page of the browser face, as a file address: what is bundled and served. */
export function webPage(): URL {
  return new URL("./page/index.html", import.meta.url);
}
