import { join } from "node:path";
import type { Backend } from "./backend.ts";
import { wrapInBubblewrap, type Bubblewrap } from "./bubblewrap.ts";
import { fileView } from "./file-view.ts";
import { findBubblewrap, type Found } from "./find-bubblewrap.ts";
import { guardedPaths } from "./guarded-paths.ts";
import { isHeld, lookPastHolders } from "./hold-names.ts";
import { EMPTY_FILE } from "./temp-folder.ts";
import { listeningSockets, lookAt, namesIn, readSmallText } from "./look.ts";

export async function findBubblewrapBackend(): Promise<Found<Backend>> {
  const found = await findBubblewrap();
  return found.type === "found" ? { ...found, backend: bubblewrapBackend(found.backend) } : found;
}

/** Commands in namespaces of their own: files, processes, network. */
function bubblewrapBackend(bubblewrap: Bubblewrap): Backend {
  return {
    name: "bubblewrap",
    needsHolders: true,
    gaps: ({ network }) => [
      ...(network ? ["commands may send anything anywhere: the network is allowed"] : []),
      ...(bubblewrap.noNamespaces ? [] : ["commands may make namespaces of their own"]),
    ],
    // A mount covers what exists; a link cannot be covered, and what appears later is not.
    uncovered: (guarded) =>
      guarded.filter(({ path }) => !["file", "folder"].includes(lookAt(path) ?? "missing")),
    wrap(command, plan) {
      const guarded = guardedPaths(plan, lookPastHolders, readSmallText, namesIn);
      const view = fileView({
        plan,
        look: lookAt,
        guarded,
        isHeld,
        sockets: listeningSockets(),
      });
      const { network, temp } = plan;
      const emptyFile = join(temp, EMPTY_FILE);
      return wrapInBubblewrap(command, { bubblewrap, network, view, emptyFile });
    },
  };
}
