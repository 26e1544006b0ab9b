import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import type { Board } from "../plan/board.ts";
import { applyTodoOps, todoLines, todoOp } from "./todo-ops.ts";

export function todoTool({ board }: { readonly board: Board }): Tool {
  return defineTool({
    name: "todo",
    description:
      "Keep a list of things to do, for work of several steps: add {text, phase?}, the others by id.",
    effect: "ask",
    input: z.object({ ops: z.array(todoOp).max(50) }),

    async run({ ops }) {
      const change = applyTodoOps(board.todos(), ops);
      if (!change.ok) throw new ToolError(`Nothing was changed: ${change.problem}.`);
      if (ops.length > 0) await board.setTodos(change.items);
      return change.items;
    },

    toModel: todoLines,
    details: (items) => ({ data: { items: [...items] } }),
    summary: ({ ops }) => `todo: ${ops.map(({ op }) => op).join(", ") || "look"}`,
  });
}
