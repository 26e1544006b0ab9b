/**
 * Orders paths as a sorted walk meets them: folder by folder, names by their code points. This is
 * also how ripgrep sorts.
 */
export function pathKey(path: string): string {
  const key = path.replaceAll("/", "\0");
  return /[\uD800-\uFFFF]/.test(key) ? byCodePoint(key) : key;
}

/** Units of surrogate pairs compare below U+E000; moving them above gives the order of code points. */
function byCodePoint(text: string): string {
  return text.replaceAll(/[\uD800-\uFFFF]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
  });
}

export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
