import { decorateSome, shownLine } from "../hashline/anchors.ts";
import { headOf } from "./chunk-text.ts";
import { chunksOf } from "./chunked.ts";

/**
 * Lines of a file below the chunks that they begin (EDIT-5). Chunks that began further up and still
 * go on come first. Where there is no grammar, lines have anchors.
 */
export async function decorateChunks(
  lines: readonly string[],
  { name }: { readonly name: string },
  about: { readonly from: number; readonly all: () => readonly string[] },
): Promise<readonly string[]> {
  const all = about.all();
  const chunked = await chunksOf(name, all);
  if (chunked === null) return decorateSome(lines, about);
  const { chunks } = chunked.outline;
  const first = about.from - 1;
  const open = chunks.filter(({ from, to }) => from < first && to > first);
  return [
    ...open.map(headOf),
    ...lines.flatMap((line, at) => [
      ...chunks.filter(({ from }) => from === first + at).map(headOf),
      `${first + at + 1}\t${shownLine(line)}`,
    ]),
  ];
}
