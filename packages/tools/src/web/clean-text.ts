/** Shown nowhere, so that people and models read different things: directions, fillers, tags. */
const INVISIBLE =
  /\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

/** Joiners that join nothing: needed inside of words and pictures, elsewhere a place to hide. */
const LOOSE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** One of them chooses how a character looks; more of them can spell a message. */
const VARIANTS = /([\uFE00-\uFE0F])[\uFE00-\uFE0F]+/g;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0B-\x1F\x7F-\x9F]/g;

/** Text from strangers with nothing in it that cannot be seen. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(INVISIBLE, "")
    .replaceAll(LOOSE_JOINER, "")
    .replaceAll(VARIANTS, "$1")
    .replaceAll(/[\u00A0\u2007\u202F]/g, " ");
}
