/** What is being written and could be completed: a command at the start, a path behind `@`. */
export type Trigger = {
  readonly kind: "command" | "file";
  readonly query: string;
  /** Where the word begins, with its `/` or `@`. */
  readonly from: number;
};

type Written = { readonly text: string; readonly cursor: number };

export function triggerOf({ text, cursor }: Written): Trigger | null {
  const head = text.slice(0, cursor);
  const command = /^\/([\w:-]*)$/.exec(head);
  if (command !== null) return { kind: "command", query: command[1] ?? "", from: 0 };
  // Anchored at a word: an address of e-mail is no path.
  const file = /(?:^|[\s([{"'])@([^\s@"']*)$/.exec(head);
  if (file === null) return null;
  const query = file[1] ?? "";
  return { kind: "file", query, from: cursor - query.length - 1 };
}

/** Puts a chosen command or path in place of the word. A folder stays open for what is in it. */
export function completed({ text, cursor }: Written, trigger: Trigger, chosen: string): Written {
  const mark = trigger.kind === "command" ? "/" : "@";
  const quoted = /\s/.test(chosen) ? `${mark}"${chosen}"` : mark + chosen;
  const space = trigger.kind === "file" && chosen.endsWith("/") ? "" : " ";
  const rest = text.slice(cursor);
  const word = quoted + (rest.startsWith(" ") ? "" : space);
  return { text: text.slice(0, trigger.from) + word + rest, cursor: trigger.from + word.length };
}
