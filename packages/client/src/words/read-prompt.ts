/** What somebody has typed, by how it begins. */
export type Prompt =
  /** `!command`, or `!!command` that the model is not shown. */
  | { readonly type: "shell"; readonly command: string; readonly private: boolean }
  /** `# words` for the model, without a turn. */
  | { readonly type: "note"; readonly text: string }
  /** `/name args` */
  | { readonly type: "command"; readonly name: string; readonly args: string }
  | { readonly type: "message"; readonly text: string };

export function readPrompt(text: string): Prompt {
  if (text.startsWith("!!")) {
    return { type: "shell", command: text.slice(2).trim(), private: true };
  }
  if (text.startsWith("!")) return { type: "shell", command: text.slice(1).trim(), private: false };
  if (/^#\s/.test(text)) return { type: "note", text: text.slice(1).trim() };
  const command = /^\/([a-zA-Z][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  if (command === null) return { type: "message", text };
  return { type: "command", name: command[1] ?? "", args: command[2] ?? "" };
}
