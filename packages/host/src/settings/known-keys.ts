import { formatKeyPath } from "./key-path.ts";
import { allKeys, CONFIG } from "./schema.ts";
import { shapeAt } from "./shape.ts";
import { nearest } from "./suggest.ts";
import type { KeyPath } from "./toml-value.ts";

export function isKnown(path: KeyPath): boolean {
  return shapeAt(CONFIG, path) !== null;
}

/** A key that could have been meant instead of the unknown one at `path`, as the user writes it. */
export function suggestKey(path: KeyPath): string | null {
  const parent = path.slice(0, -1);
  const word = String(path.at(-1));
  const sibling = nearest(word, shapeAt(CONFIG, parent)?.keys ?? []);
  if (sibling !== null) return formatKeyPath([...parent, sibling]);
  // A key of the right name in the wrong table is as common as a typing error.
  const elsewhere = allKeys().find(([known]) => known.at(-1) === word);
  return elsewhere === undefined ? null : formatKeyPath(elsewhere[0]);
}
