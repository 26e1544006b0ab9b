import { changed, type Composer, type ImageMark, type Snapshot } from "./composer.ts";

/** An image that is to stand in the prompt. */
export type NewImage = Omit<ImageMark, "mark"> & { readonly name: string };

const MOST_NAME = 40;

/** Puts marks for images at the cursor: each is one character, all of them are one step for undo. */
export function markImages(composer: Composer, images: readonly NewImage[]): Composer {
  const first = 1 + Math.max(0, ...composer.images.map(({ mark }) => numberOf(mark)));
  const marks = images.map(({ key, text, name }, at): ImageMark => {
    return { key, text, mark: `[image ${first + at}: ${shownName(name)}]` };
  });
  const { cursor } = composer;
  const inserted = marks.map(({ mark }) => mark).join("");
  const text = composer.text.slice(0, cursor) + inserted + composer.text.slice(cursor);
  const marked = { ...composer, images: [...composer.images, ...marks], last: "other" } as const;
  return changed(marked, text, cursor + inserted.length);
}

/** It was no image: what was pasted stands there, as if it always had. */
export function unmarkImage(composer: Composer, key: string): Composer {
  const image = composer.images.find((known) => known.key === key);
  if (image === undefined) return composer;
  const put = (place: Snapshot): Snapshot => withText(place, image);
  return {
    ...composer,
    ...put(composer),
    goal: null,
    undo: composer.undo.map(put),
    redo: composer.redo.map(put),
    images: composer.images.filter((known) => known !== image),
  };
}

function withText({ text, cursor }: Snapshot, { mark, text: pasted }: ImageMark): Snapshot {
  const at = text.indexOf(mark);
  if (at < 0) return { text, cursor };
  const whole = text.slice(0, at) + pasted + text.slice(at + mark.length);
  const moved = cursor <= at ? cursor : cursor - mark.length + pasted.length;
  return { text: whole, cursor: Math.max(0, moved) };
}

/** The images that go along: those whose marks still stand. */
export function standingImages({ text, images }: Composer): readonly ImageMark[] {
  return images.filter(({ mark }) => text.includes(mark));
}

/** A text with what was pasted in place of marks: for a shell, for the history. */
export function withoutMarks(text: string, images: readonly ImageMark[]): string {
  return images.reduce((whole, { mark, text: pasted }) => whole.replace(mark, () => pasted), text);
}

export function imageName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Nothing in it ends the mark, and nothing in it points at a file. */
function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[[\]@\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "_");
  return plain.length <= MOST_NAME
    ? plain
    : `${plain.slice(0, MOST_NAME - 9).toWellFormed()}…${plain.slice(-8).toWellFormed()}`;
}

function numberOf(mark: string): number {
  return Number(/^\[image (\d+)/.exec(mark)?.[1] ?? 0);
}
