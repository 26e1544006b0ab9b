import { textOf } from "@squire/protocol/values";
import type { Entry, EntryDraft, UserMessage } from "@squire/protocol";

export type Retry = {
  /** To be appended: moves the end of the branch to before the message. Nothing is deleted. */
  readonly leaf: EntryDraft<"leaf">;
  readonly message: UserMessage;
  readonly text: string;
};

/** Takes back the last thing the user said and all that followed (LOOP-18). Null when there is none. */
export function retryLastUser(branch: readonly Entry[]): Retry | null {
  const entry = branch.findLast(isUsers);
  if (entry?.type !== "message" || entry.message.role !== "user") return null;
  const { message, parentId: targetId } = entry;
  return { leaf: { type: "leaf", targetId }, message, text: textOf(message) };
}

function isUsers(entry: Entry): boolean {
  return entry.type === "message" && entry.message.role === "user" && entry.synthetic !== true;
}
