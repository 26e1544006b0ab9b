import type { Host } from "@squire/host";
import type { MemoryIndex } from "@squire/memory";
import type { Io } from "../../io.ts";

/** What a memory command works on. */
export type MemoryAt = { readonly host: Host; readonly index: MemoryIndex; readonly io: Io };
