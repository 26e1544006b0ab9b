import type { JsonValue } from "@squire/protocol";
import { shownName } from "../workspace/shown-name.ts";

export type LostAction = {
  readonly id: string;
  readonly label: string;
  readonly sourceTool: string;
};

/**
 * Actions that were pending when a process ended (RSLV-3), from the `data` of a branch's outcomes in
 * their order: a tool that pushes one says `pending`, and `resolve` says `resolved`.
 */
export function lostActions(outcomes: Iterable<JsonValue | undefined>): readonly LostAction[] {
  const open = new Map<string, LostAction>();
  for (const data of outcomes) {
    const pushed = fieldOf(data, "pending");
    const [id, label, sourceTool] = ["id", "label", "sourceTool"].map((key) =>
      fieldOf(pushed, key),
    );
    if (typeof id === "string" && typeof label === "string" && typeof sourceTool === "string") {
      open.set(id, { id, label, sourceTool });
    }
    const resolved = fieldOf(data, "resolved");
    if (typeof resolved === "string") open.delete(resolved);
  }
  return [...open.values()];
}

/** What the model and the user are told when a session goes on; null when nothing was lost. */
export function lostActionsText(lost: readonly LostAction[]): string | null {
  if (lost.length === 0) return null;
  const lines = lost.map(({ label, sourceTool }) => `- ${shownName(label)} (${sourceTool})`);
  return ["These actions were pending when the session was left, and are lost:", ...lines].join(
    "\n",
  );
}

function fieldOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key)
    ? (value as { readonly [name: string]: JsonValue })[key]
    : undefined;
}
