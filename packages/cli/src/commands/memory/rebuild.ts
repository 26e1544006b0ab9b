import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../../args.ts";
import type { MemoryAt } from "./memory-at.ts";
import { printJson, say } from "../sessions-at.ts";
import { bringUpToDate } from "./progress.ts";

/** `squire memory rebuild`: everything is indexed again; vectors of texts that did not change are kept. */
export async function memoryRebuild(
  { flags }: Invocation<"memory rebuild">,
  { host, index, io }: MemoryAt,
): Promise<number> {
  const { statsOf } = await import("@squire/memory");
  index.reindex();
  const embedded = await bringUpToDate({ host, index, io });
  const { chunks, sources } = statsOf(index);
  const all = Object.values(sources).reduce((sum, count) => sum + count, 0);
  if (flags.json) printJson(io, { sources: all, chunks, embedded });
  else say(io, `the memory index holds ${chunks} pieces of ${all} sources.`);
  return EXIT_CODES.ok;
}
