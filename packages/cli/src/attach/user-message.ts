import type { UserContent, UserMessage } from "@squire/protocol";
import type { Attached } from "./attach-file.ts";

export type Sees = { readonly images: boolean };

/** What the user says, with the attached files behind it as tagged blocks (C28). */
export function userMessage(
  prompt: string,
  files: readonly Attached[],
  { images }: Sees,
): UserMessage {
  const content: UserContent[] = [];
  const parts = [prompt];
  for (const file of files) {
    if (file.type === "text") parts.push(block(file));
    else if (images) content.push(...file.content);
    else parts.push(`(${file.path}: an image, which this model cannot see)`);
  }
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { role: "user", content: [{ type: "text", text }, ...content] };
}

function block({ path, text, lines }: Extract<Attached, { type: "text" }>): string {
  const range = lines === undefined ? "" : ` lines="${lines}"`;
  const end = text.endsWith("\n") ? "" : "\n";
  return `<file path="${path.replaceAll('"', "&quot;")}"${range}>\n${text}${end}</file>`;
}
