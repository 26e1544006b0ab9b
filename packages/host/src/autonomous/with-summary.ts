import { tokenCounter } from "@squire/agent";
import { summaryPart } from "@squire/memory";
import type { Pinned } from "../memory/pinned-memory.ts";
import type { Host } from "../open.ts";
import { artifactsOf, isLearning } from "./place.ts";

/** What was learned, at the end of the stack, as it stands when a session begins (MEM-10). */
export function withSummary(pinned: Pinned, host: Host): Pinned {
  if (!isLearning(host)) return pinned;
  const store = artifactsOf(host);
  const part = summaryPart(store?.summary() ?? "", store?.summaryPath ?? "", tokenCounter().text);
  return part === null ? pinned : { ...pinned, stack: [...pinned.stack, part] };
}
