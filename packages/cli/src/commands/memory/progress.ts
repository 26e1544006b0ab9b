import type { MemoryIndex } from "@squire/memory";
import type { Io } from "../../io.ts";
import type { MemoryAt } from "./memory-at.ts";

/** Fewer are done before anybody reads a line about them. */
const WORTH_A_LINE = 20;

/** Takes in new sessions and notes, and embeds what waits. */
export async function bringUpToDate({ host, index, io }: MemoryAt): Promise<number> {
  const { refreshMemory } = await import("@squire/host/memory");
  await refreshMemory(host, index, { signal: io.signal });
  return embedAll(index, io);
}

/** Embeds what waits, and shows how far it is: a search by half of the vectors would mislead. */
export async function embedAll(index: MemoryIndex, io: Io): Promise<number> {
  let shown = "";
  const embedded = await index.embed({
    waits: true,
    signal: io.signal,
    progress: ({ done, total }) => {
      const line = progressLine(done, total, io.stderr.isTty);
      if (line === shown || total < WORTH_A_LINE) return;
      shown = line;
      const end = !io.stderr.isTty || done === total ? "\n" : "";
      io.stderr.write(`${io.stderr.isTty ? "\r" : ""}${line}${end}`);
    },
  });
  return embedded;
}

/** A terminal shows every percent; a file gets a line for each tenth. */
function progressLine(done: number, total: number, isTty: boolean): string {
  const step = isTty ? 1 : 10;
  const percent = Math.floor((100 * done) / total / step) * step;
  return `squire: embedding ${total} texts ${percent} %`;
}
