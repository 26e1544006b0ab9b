import { ToolError } from "@squire/agent";
import type { Tool, ToolOutput } from "@squire/agent";
import type { Notebook } from "../turn/notebook.ts";

export type SearchCount = {
  readonly notebook: Notebook;
  readonly limits: () => { readonly maxSearches: number; readonly parallel: number };
};

/** A search tool whose calls are counted and bounded (RES-3, RES-12). */
export function countedSearch(tool: Tool, count: SearchCount): Tool {
  const slots = slotsOf(() => count.limits().parallel);
  return {
    ...tool,
    // They wait for a slot by themselves.
    concurrency: "shared",
    prepare(args) {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const { call } = prepared;
      return {
        ok: true,
        call: { ...call, run: (context) => counted(count, () => slots(() => call.run(context))) },
      };
    },
  };
}

async function counted(
  { notebook, limits }: SearchCount,
  run: () => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const { maxSearches } = limits();
  if (notebook.searches >= maxSearches) {
    throw new ToolError(
      `All ${maxSearches} searches are used. Note the evidence in what is open, then say that you are done.`,
    );
  }
  notebook.countSearch();
  return run();
}

type InSlot = <T>(run: () => Promise<T>) => Promise<T>;

/** At most so many at once; the others wait in the order they came. */
function slotsOf(size: () => number): InSlot {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    // Whoever waits is handed the slot of the one that ends.
    if (busy >= Math.max(1, size())) await new Promise<void>((go) => waiting.push(go));
    else busy++;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}
