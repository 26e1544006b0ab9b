/** What somebody has typed, by how it begins. */
export type Prompt =
  /** `!command`, or `!!command` that the model is not shown. */
  | { readonly type: "shell"; readonly command: string; readonly private: boolean }
  /** `# text` is kept with the project, `#g text` for all work (MEM-6). */
  | { readonly type: "note"; readonly text: string; readonly scope?: "global" }
  /** `/name args` */
  | { readonly type: "command"; readonly name: string; readonly args: string }
  | { readonly type: "message"; readonly text: string };

/** Not a heading of Markdown, not a number of an issue, not the first line of a script. */
const NOTE = /^#(g(?=\s))?\s*(?![\d#!\s])([\s\S]+)$/;

export function readPrompt(text: string): Prompt {
  if (text.startsWith("!!")) {
    return { type: "shell", command: text.slice(2).trim(), private: true };
  }
  if (text.startsWith("!")) return { type: "shell", command: text.slice(1).trim(), private: false };
  const note = NOTE.exec(text);
  if (note !== null) {
    const said = { type: "note", text: (note[2] ?? "").trim() } as const;
    return note[1] === undefined ? said : { ...said, scope: "global" };
  }
  const command = /^\/([a-zA-Z][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  if (command === null) return { type: "message", text };
  return { type: "command", name: command[1] ?? "", args: command[2] ?? "" };
}
