import { expect, test } from "bun:test";
import { writeCodeMeta } from "@squire/memory";
import { openFileLock } from "@squire/platform";
import { openByHand } from "../workbench/by-hand.ts";
import type { ByHand } from "../workbench/by-hand.ts";
import { callByHand } from "../workbench/run-tool.ts";
import { removeCodeIndex } from "./code-place.ts";
import { openCodeIndex } from "./open-code-index.ts";
import { indexed, machine } from "./testing/machine.ts";
import { repository } from "./testing/repository.ts";

async function ask(hand: ByHand, query: string): Promise<string> {
  const { signal } = new AbortController();
  const call = { tool: "semantic_search", args: { query }, signal, warn: () => {} };
  return (await callByHand(hand, call)).run.text;
}

test("SRCH-10: an index that another process is still making says so, and does not seem to hold nothing", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await using hand = await openByHand(at.host, { attended: false });
  removeCodeIndex(at.place);
  {
    using open = await openCodeIndex(at.host, at.place, { notice: () => {} });
    writeCodeMeta(open.index, { isWordsOnly: true });
    using lock = openFileLock(`${at.place.database}.scan`);
    expect(lock.take("alone")).toBe(true);
    expect(await ask(hand, "back off")).toContain("is being made; use grep meanwhile");
    // One that was ready once is searched as it is.
    writeCodeMeta(open.index, { isReady: true });
    expect(await ask(hand, "back off")).toContain("Nothing in the index is like this");
  }
  expect(await ask(hand, "back off")).toContain("retry-policy.ts");
});
