import type { Anchor } from "./anchors.ts";
import { isHashOf } from "./anchors.ts";
import { isRare } from "./line-hash.ts";
import type { LineHash } from "./line-hash.ts";

/**
 * Where the lines of two anchors begin now, from 0. Null when they are stale: not there any more,
 * in several places, or no longer as far apart, for then lines have come in between that the model
 * has not seen.
 */
export function findRange(hashes: readonly LineHash[], at: Anchor, to: Anchor): number | null {
  const height = to.line - at.line;
  const fits = (start: number): boolean =>
    isHashOf(at.hash, hashes[start]) && isHashOf(to.hash, hashes[start + height]);
  if (fits(at.line - 1)) return at.line - 1;
  // Where the own line is gone, another must not be taken for it.
  const chars = height === 0 ? at.hash.length : at.hash.length + to.hash.length;
  if (!isRare(chars, hashes.length)) return null;
  let found: number | null = null;
  for (let start = 0; start + height < hashes.length; start++) {
    if (!fits(start)) continue;
    if (found !== null) return null;
    found = start;
  }
  return found;
}
