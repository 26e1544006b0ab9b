import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import type { MEMORY_COMMANDS } from "../memory-commands.ts";
import { openHostFor } from "../open-host.ts";
import type { HostFlags } from "../open-host.ts";
import type { MemoryAt } from "./memory/memory-at.ts";
import { say } from "./sessions-at.ts";

type MemoryCommand = keyof typeof MEMORY_COMMANDS;

/** Each command is loaded when it is wanted, so that none pays for another. */
export async function memoryCommand(
  invocation: Invocation<MemoryCommand>,
  io: Io,
): Promise<number> {
  switch (invocation.command) {
    case "memory search": {
      const { memorySearch } = await import("./memory/search.ts");
      return withMemory(invocation.flags, io, (at) => memorySearch(invocation, at));
    }
    case "memory add": {
      const { memoryAdd } = await import("./memory/add.ts");
      return withMemory(invocation.flags, io, (at) => memoryAdd(invocation, at));
    }
    case "memory list":
    case "memory show":
    case "memory forget":
    case "memory stats": {
      const { memoryLook } = await import("./memory/look.ts");
      return withMemory(invocation.flags, io, (at) => memoryLook(invocation, at));
    }
    case "memory enqueue": {
      const { memoryEnqueue } = await import("./memory/enqueue.ts");
      return memoryEnqueue(invocation, io);
    }
    case "memory rebuild": {
      const { memoryRebuild } = await import("./memory/rebuild.ts");
      return withMemory(invocation.flags, io, (at) => memoryRebuild(invocation, at));
    }
  }
}

async function withMemory(
  flags: HostFlags,
  io: Io,
  run: (at: MemoryAt) => Promise<number>,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { openMemory } = await import("@squire/host/memory");
  using memory = await openMemory(host, { notice: (message) => say(io, message), bulk: true });
  if (memory === null) {
    say(io, "memory is switched off.");
    say(io, "Unset SQUIRE_MEMORY, or set memory.enabled = true.");
    return EXIT_CODES.usage;
  }
  return await run({ host, index: memory.index, io });
}
