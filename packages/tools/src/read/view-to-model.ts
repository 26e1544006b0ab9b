import { assertNever } from "@squire/protocol/values";
import type { UserContent } from "@squire/protocol";
import { cutText } from "../workspace/cut-text.ts";
import type { TextView, View } from "./view.ts";

/** More of a line is not shown. */
export const MOST_LINE_CHARS = 2_000;

export function viewToModel(view: View): string | readonly UserContent[] {
  switch (view.type) {
    case "text":
      return textToModel(view);
    case "image":
      return imageToModel(view);
    case "binary":
      return `${view.what}, ${view.bytes} bytes, begins with ${view.hex}`;
    case "folder":
      if (view.names.length === 0) return "(empty folder)";
      return [...view.names, ...(view.omitted > 0 ? [`(${view.omitted} more)`] : [])].join("\n");
    case "report":
      return view.text;
    default:
      return assertNever(view);
  }
}

export function isCut(view: View): boolean {
  if (view.type === "text") return view.rest !== null;
  if (view.type === "folder") return view.omitted > 0;
  return view.type === "report" && view.truncated;
}

function imageToModel(view: Extract<View, { type: "image" }>): readonly UserContent[] {
  const image = { type: "image", mimeType: view.mimeType, data: view.data } as const;
  return view.note === null ? [image] : [image, { type: "text", text: view.note }];
}

function textToModel(view: TextView): string {
  const { lines, from, decorated } = view;
  if (lines.length === 0) return "(empty file)";
  const shown = decorated ?? lines.map((line, at) => `${from + at}\t${shortened(line)}`);
  return [...shown, ...notes(view)].join("\n");
}

function notes(view: TextView): readonly string[] {
  const { lines, from, total, garbled, rest, bytes } = view;
  const next = from + lines.length;
  const beyond = view.beyond ?? `use bash for the rest, e.g. sed -n '${next},${next + 200}p'`;
  const large = `(first 2 MB of ${bytes} bytes; ${beyond})`;
  return [
    ...(garbled ? ["(not all of it is UTF-8; such bytes are shown as \uFFFD)"] : []),
    ...(rest === "more-lines"
      ? [`(${total - next + 1} more lines; go on with offset ${next})`]
      : []),
    ...(rest === "too-large" ? [large] : []),
  ];
}

function shortened(line: string): string {
  if (line.length <= MOST_LINE_CHARS) return line;
  const head = cutText(line, MOST_LINE_CHARS);
  return `${head}… (${line.length - head.length} more characters)`;
}
