import { assertNever } from "@squire/protocol/values";
import type { UserContent } from "@squire/protocol";
import { cutText } from "../workspace/cut-text.ts";
import type { Seen } from "./seen.ts";

const MOST_LINE_CHARS = 2_000;

export function seenToModel(seen: Seen): string | readonly UserContent[] {
  switch (seen.type) {
    case "text":
      return textToModel(seen);
    case "image":
      return [{ type: "image", mimeType: seen.mimeType, data: seen.data }];
    case "binary":
      return `${seen.what}, ${seen.bytes} bytes, begins with ${seen.hex}`;
    case "folder":
      if (seen.names.length === 0) return "(empty folder)";
      return [...seen.names, ...(seen.omitted > 0 ? [`(${seen.omitted} more)`] : [])].join("\n");
    default:
      return assertNever(seen);
  }
}

function textToModel(seen: Extract<Seen, { type: "text" }>): string {
  const { lines, from } = seen;
  if (lines.length === 0) return "(empty file)";
  return [...lines.map((line, at) => `${from + at}\t${shortened(line)}`), ...notes(seen)].join(
    "\n",
  );
}

function notes({ lines, from, total, garbled, rest, bytes }: Extract<Seen, { type: "text" }>) {
  const next = from + lines.length;
  const large = `(first 2 MB of ${bytes} bytes; use bash for the rest, e.g. sed -n '${next},${next + 200}p')`;
  return [
    ...(garbled ? ["(not all of it is UTF-8; such bytes are shown as \uFFFD)"] : []),
    ...(rest === "more-lines"
      ? [`(${total - next + 1} more lines; go on with offset ${next})`]
      : []),
    ...(rest === "too-large" ? [large] : []),
  ];
}

function shortened(line: string): string {
  const head = cutText(line, MOST_LINE_CHARS);
  if (head.length === line.length) return line;
  return `${head}… (${line.length - head.length} more characters)`;
}
