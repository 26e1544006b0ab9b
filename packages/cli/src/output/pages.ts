import type { Io } from "../io.ts";

const PAGE_CHARS = 64 * 1024;

/** Writes many pieces, a page at a time, no faster than they are read. Ends early when it is stopped. */
export async function writePages(io: Io, pieces: Iterable<string>): Promise<void> {
  let page = "";
  for (const piece of pieces) {
    page += piece;
    if (page.length < PAGE_CHARS) continue;
    io.stdout.write(page);
    page = "";
    await io.stdout.drained?.();
    if (io.signal.aborted) return;
  }
  if (page !== "") io.stdout.write(page);
}

/**
 * What `printJson` would print of an object with a list in the middle, piece by piece: the list may be
 * longer than memory.
 */
export function* jsonPieces(
  before: object,
  name: string,
  list: Iterable<unknown>,
  after: object,
): Generator<string> {
  yield `{${fields(before)},\n  ${JSON.stringify(name)}: [`;
  let between = "\n    ";
  let end = "]";
  for (const item of list) {
    yield between + indented(item, "    ");
    between = ",\n    ";
    end = "\n  ]";
  }
  yield `${end},${fields(after)}\n}\n`;
}

function fields(value: object): string {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `\n  ${JSON.stringify(key)}: ${indented(field, "  ")}`)
    .join(",");
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);
}
