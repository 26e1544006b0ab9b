import type { ApprovalRequest } from "@squire/protocol";

type Detail = ApprovalRequest["details"][number];

/** What the gate says of a call, besides its arguments. */
export type ApprovalSaid = Readonly<
  Partial<Record<"folder" | "effect" | "sandbox" | "why", string>>
>;

/**
 * Behind the arguments stands what the gate says of the call: where, what, how and why. It is read
 * from the end, since an argument may have any name.
 */
export function approvalParts(details: readonly Detail[]): {
  readonly given: readonly Detail[];
  readonly said: ApprovalSaid;
} {
  const said: Record<string, string> = {};
  let end = details.length;
  for (const label of ["why", "sandbox", "effect", "folder"]) {
    const last = details[end - 1];
    if (last?.label !== label) continue;
    said[label] = last.text;
    end -= 1;
  }
  return { given: details.slice(0, end), said };
}

const EFFECTS: Readonly<Record<string, string>> = {
  read: "reads",
  write: "changes files",
  execute: "runs a program",
  network: "uses the network",
  ask: "asks you",
};

/** An effect as a sentence about the call goes on. */
export function effectWords(effect: string): string {
  return EFFECTS[effect] ?? effect;
}

/** Each reason to ask once; the last is the one that decided. */
export function approvalReasons(reason: string, { why = "" }: ApprovalSaid): readonly string[] {
  const all = why.split("\n").filter((text) => text !== "");
  return all.some((text) => text.includes(reason)) ? all : [...all, reason];
}
