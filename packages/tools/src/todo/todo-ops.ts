import type { TodoItem } from "@squire/protocol";
import { z } from "zod";

/** One change of the list; fields that an operation does not need are ignored. */
export const todoOp = z.object({
  op: z.enum(["add", "start", "done", "drop", "reorder", "phase"]),
  id: z.string().optional(),
  text: z.string().optional(),
  phase: z.string().optional(),
  before: z.string().optional().describe("For reorder"),
});

export type TodoOp = z.output<typeof todoOp>;

export type TodoChange =
  | { readonly ok: true; readonly items: readonly TodoItem[] }
  | { readonly ok: false; readonly problem: string };

/** All of the operations or none (PLAN-7). At most one item is active afterwards. */
export function applyTodoOps(items: readonly TodoItem[], ops: readonly TodoOp[]): TodoChange {
  let now = items;
  for (const [at, op] of ops.entries()) {
    const next = applyOne(now, op);
    if (typeof next === "string") return { ok: false, problem: `ops[${at}]: ${next}` };
    now = next;
  }
  return { ok: true, items: now };
}

/** The new list, or what is wrong with the operation. */
function applyOne(items: readonly TodoItem[], op: TodoOp): readonly TodoItem[] | string {
  if (op.op === "add") return added(items, op);
  const item = items.find(({ id }) => id === op.id);
  if (item === undefined) {
    const known = items.map(({ id }) => id).join(", ");
    return `there is no item ${op.id ?? "(no id)"}; ${known === "" ? "the list is empty" : `there are ${known}`}`;
  }
  switch (op.op) {
    case "start":
      return items.map((other) => started(other, item));
    case "done":
      return replaced(items, { ...item, status: "done" });
    case "drop":
      return replaced(items, { ...item, status: "dropped" });
    case "phase": {
      const { phase: _old, ...rest } = item;
      const phase = op.text ?? op.phase;
      return replaced(items, phase === undefined || phase === "" ? rest : { ...rest, phase });
    }
    case "reorder":
      return moved(items, item, op.before);
  }
}

function added(items: readonly TodoItem[], { text, phase }: TodoOp): readonly TodoItem[] | string {
  if (text === undefined || text.trim() === "") return "add needs a text";
  const taken = new Set(items.map(({ id }) => id));
  let n = items.length + 1;
  while (taken.has(String(n))) n++;
  return [
    ...items,
    { id: String(n), text: text.trim(), status: "open", ...(phase === undefined ? {} : { phase }) },
  ];
}

function started(other: TodoItem, item: TodoItem): TodoItem {
  if (other === item) return { ...item, status: "active" };
  return other.status === "active" ? { ...other, status: "open" } : other;
}

function replaced(items: readonly TodoItem[], item: TodoItem): readonly TodoItem[] {
  return items.map((other) => (other.id === item.id ? item : other));
}

function moved(
  items: readonly TodoItem[],
  item: TodoItem,
  before: string | undefined,
): readonly TodoItem[] | string {
  const rest = items.filter((other) => other !== item);
  if (before === undefined) return [...rest, item];
  if (before === item.id) return items;
  const at = rest.findIndex(({ id }) => id === before);
  return at === -1 ? `there is no item ${before}` : rest.toSpliced(at, 0, item);
}

const MARKS = { open: "[ ]", active: "[>]", done: "[x]", dropped: "[-]" } as const;

/** One line an item, under the names of their phases. */
export function todoLines(items: readonly TodoItem[]): string {
  if (items.length === 0) return "The list is empty.";
  let phase: string | undefined;
  return items
    .map((item) => {
      const head = item.phase !== undefined && item.phase !== phase ? `${item.phase}:\n` : "";
      phase = item.phase;
      return `${head}${MARKS[item.status]} ${item.id} ${item.text}`;
    })
    .join("\n");
}
