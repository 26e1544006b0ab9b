import type { JudgedCall } from "@squire/protocol";

/** What rules with a glob look at (PERM-2). */
export type Subject =
  | { readonly type: "command"; readonly text: string }
  | { readonly type: "path"; readonly text: string }
  | { readonly type: "url"; readonly text: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "none" };

const KEYS = ["command", "path", "file_path", "pattern", "url"] as const;

/** Tools whose subject is a shell command. */
const SHELL_TOOLS: ReadonlySet<string> = new Set(["bash", "run_background"]);

/** Tools whose subject is a path, and what they do to it. */
export const PATH_TOOLS: ReadonlyMap<string, "read" | "list" | "write" | "delete"> = new Map([
  ["read", "read"],
  ["ls", "list"],
  ["tree", "list"],
  ["stat", "list"],
  ["grep", "read"],
  ["glob", "list"],
  ["ast_grep", "read"],
  ["write", "write"],
  ["edit", "write"],
  ["multi_edit", "write"],
  ["ast_edit", "write"],
  ["resolve", "write"],
  ["notebook", "write"],
  ["vim", "write"],
  ["mkdir", "write"],
  ["move", "write"],
  ["delete", "delete"],
]);

export function subjectOf(call: Pick<JudgedCall, "name" | "args" | "subject">): Subject {
  const { name, args, subject } = call;
  const key = KEYS.find((one) => typeof args[one] === "string");
  const text = subject ?? (key === undefined ? undefined : args[key]);
  if (typeof text !== "string") return { type: "none" };
  if (SHELL_TOOLS.has(name)) return { type: "command", text };
  if (PATH_TOOLS.has(name)) return { type: "path", text };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return { type: "url", text };
  return { type: "text", text };
}
