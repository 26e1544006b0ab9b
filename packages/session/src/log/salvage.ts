import { checkSeal } from "./line.ts";

const STARTS = /\{"type":"[^"\\]{1,64}","(?:id":"[^"\\]{1,200}","parentId":|version":)/g;
const ENDS = /,"h":"[0-9a-f]{64}"\}/g;
/** How many times the length of the line may be hashed: nonsense must not cost a minute. */
const BUDGET = 8;

/**
 * Whole records inside a damaged line, in order. Where a newline was lost or a torn line stands in
 * front of another, the neighbours are still there, and their hashes prove it.
 */
export function salvage(line: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString("latin1");
  const starts = [...text.matchAll(STARTS)].map(({ index }) => index);
  const found: Uint8Array[] = [];
  let budget = BUDGET * line.length;
  let behind = 0;
  for (const { index, 0: seal } of text.matchAll(ENDS)) {
    const end = index + seal.length;
    for (const start of starts) {
      if (start < behind || start >= index) continue;
      budget -= end - start;
      if (budget < 0) return found;
      const piece = line.subarray(start, end);
      if (!checkSeal(piece)?.holds) continue;
      found.push(piece);
      behind = end;
      break;
    }
  }
  return found;
}
