import { tokenCounter } from "@squire/agent";
import { plainText, type OutputView } from "@squire/session";

export type ShownOutput = { readonly text: string; readonly truncated: boolean };

/** A little less than the loop lets through (C7): how the command ended is said besides. */
const MOST = { chars: 31_000, tokens: 7_700 };
/** A cut goes to the end of a line when one is near. */
const NEAR = 0.25;

/** What a model is shown of an output: plain text, its two ends when it is long (SH-6). */
export function shownOutput(view: OutputView): ShownOutput {
  const { text: countTokens } = tokenCounter();
  if (!view.truncated) {
    const text = plainText(view.text).trimEnd();
    if (text.length <= MOST.chars && countTokens(text) <= MOST.tokens) {
      return { text, truncated: false };
    }
  }
  for (let room = MOST.chars; ;) {
    const text = bothEnds(view, room);
    const tokens = countTokens(text);
    if (tokens <= MOST.tokens) return { text, truncated: true };
    room = Math.floor((room * MOST.tokens * 0.95) / tokens);
  }
}

/** The end of an output matters as much as its beginning: it is where commands say what went wrong. */
function bothEnds({ text, totalBytes, totalLines }: OutputView, room: number): string {
  const half = Math.floor(room / 2);
  const head = headOf(text, half);
  const tail = tailOf(text, half);
  const bytes = totalBytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const lines = Math.max(0, totalLines - linesIn(head) - linesIn(tail));
  const mark = `[… ${bytes} bytes, ${lines} lines left out …]`;
  return `${plainText(head).trimEnd()}\n${mark}\n${plainText(tail).trimEnd()}`;
}

function headOf(text: string, most: number): string {
  const newline = text.lastIndexOf("\n", most - 1);
  if (newline >= most * (1 - NEAR)) return text.slice(0, newline + 1);
  return text.slice(0, isLowHalf(text, most) ? most - 1 : most);
}

function tailOf(text: string, most: number): string {
  const start = text.length - most;
  const newline = text.indexOf("\n", start);
  if (newline !== -1 && newline < start + most * NEAR) return text.slice(newline + 1);
  return text.slice(isLowHalf(text, start) ? start + 1 : start);
}

function isLowHalf(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at));
}

function linesIn(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
