import { defineTool } from "@squire/agent";
import type { ToolContext } from "@squire/agent";
import { FakeClock } from "@squire/testkit";
import { expect, test } from "bun:test";
import { z } from "zod";
import { memoryNotebook } from "../testing/memory-notebook.ts";
import { countedSearch } from "./counted.ts";

const context = (): ToolContext => ({
  cwd: "/",
  signal: new AbortController().signal,
  callId: "c",
  sessionId: "s",
  report: () => {},
  artifacts: { save: () => Promise.reject(new Error()), stream: () => Promise.reject(new Error()) },
  env: {},
  clock: new FakeClock(),
});

/** A search that ends when it is told to. */
function slowSearch(limits: { readonly maxSearches: number; readonly parallel: number }) {
  const ends: (() => void)[] = [];
  let most = 0;
  let busy = 0;
  const tool = defineTool({
    name: "search",
    description: "",
    effect: "network",
    input: z.object({ query: z.string() }),
    async run() {
      most = Math.max(most, ++busy);
      await new Promise<void>((end) => ends.push(end));
      busy--;
      return "found";
    },
    toModel: (text) => text,
    summary: () => "",
  });
  const { notebook } = memoryNotebook();
  const counted = countedSearch(tool, { notebook, limits: () => limits });
  const run = (query: string) => {
    const prepared = counted.prepare({ query });
    if (!prepared.ok) throw new Error("not prepared");
    return prepared.call.run(context());
  };
  return { run, ends, most: () => most, notebook };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test.each([1, 3])(
  "RES-12: at most %p searches at once, and all of them are done",
  async (parallel) => {
    const search = slowSearch({ maxSearches: 20, parallel });
    const runs = Array.from({ length: 7 }, (_, at) => search.run(`q${at}`));
    await settled();
    expect(search.ends).toHaveLength(parallel);
    for (let at = 0; at < runs.length; at++) {
      search.ends[at]?.();
      await settled();
    }
    expect(await Promise.all(runs)).toHaveLength(7);
    expect(search.most()).toBe(parallel);
  },
);

test("RES-3: searches beyond the limit are refused, and say what to do", async () => {
  const search = slowSearch({ maxSearches: 2, parallel: 4 });
  const runs = [search.run("a"), search.run("b")];
  await settled();
  let refusal = "";
  await search.run("c").catch((error: unknown) => (refusal = String(error)));
  expect(refusal).toContain("All 2 searches are used");
  for (const end of search.ends) end();
  await Promise.all(runs);
  expect(search.notebook.searches).toBe(2);
});
