import { expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import * as fc from "fast-check";
import { MemoryBoard } from "../testing/memory-board.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { applyTodoOps } from "./todo-ops.ts";
import { todoTool } from "./todo.ts";

test("PLAN-7: the list is kept in order, with one item in progress", async () => {
  const board = new MemoryBoard();
  const todo = (ops: readonly JsonObject[]) => runTool(todoTool({ board }), { ops }, bench("/"));
  await todo([
    { op: "add", text: "read", phase: "Look" },
    { op: "add", text: "edit", phase: "Do" },
    { op: "add", text: "test", phase: "Do" },
    { op: "start", id: "1" },
  ]);
  const end = await todo([
    { op: "done", id: "1" },
    { op: "start", id: "2" },
    { op: "reorder", id: "3", before: "2" },
    { op: "drop", id: "3" },
  ]);
  expect(textOf(end)).toBe("Look:\n[x] 1 read\nDo:\n[-] 3 test\n[>] 2 edit");
  expect(board.items.map(({ id }) => id)).toEqual(["1", "3", "2"]);
});

test("PLAN-7: a wrong operation changes nothing and names what there is", async () => {
  const board = new MemoryBoard();
  const tool = todoTool({ board });
  const ops = [
    { op: "add", text: "a" },
    { op: "done", id: "9" },
  ];
  expect(await told(tool, { ops }, bench("/"))).toBe(
    "! Nothing was changed: ops[1]: there is no item 9; there are 1.",
  );
  expect(board.items).toEqual([]);
  expect(await told(tool, { ops: [{ op: "add" }] }, bench("/"))).toContain("add needs a text");
  expect(await told(tool, { ops: [] }, bench("/"))).toBe("The list is empty.");
});

test("PLAN-7: whatever the operations, ids stay unique and at most one item is active", () => {
  const op = fc.record({
    op: fc.constantFrom("add", "start", "done", "drop", "reorder", "phase"),
    id: fc.constantFrom("1", "2", "3", "4"),
    text: fc.constantFrom("x", "", "y"),
    before: fc.option(fc.constantFrom("1", "2"), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(op, { maxLength: 4 }), { maxLength: 12 }), (rounds) => {
      let items: Parameters<typeof applyTodoOps>[0] = [];
      for (const ops of rounds) {
        const change = applyTodoOps(items, ops);
        if (change.ok) items = change.items;
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        expect(items.filter(({ status }) => status === "active").length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
