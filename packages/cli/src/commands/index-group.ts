import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";

/** Two indexes: that of the files here, and that of all sessions. */
export async function indexGroup(
  invocation: Invocation<"index" | "index rebuild">,
  io: Io,
): Promise<number> {
  switch (invocation.command) {
    case "index":
      return (await import("./index-workspace.ts")).indexCommand(invocation, io);
    case "index rebuild":
      return (await import("./search.ts")).rebuildCommand(invocation, io);
  }
}
