import type { SessionHeader } from "@squire/protocol";
import { nameOf } from "./find.ts";
import type { SessionRef } from "./find.ts";
import { newerVersion } from "./log/open.ts";
import type { LogProblem } from "./log/problem.ts";
import { scanLog } from "./log/scan.ts";
import type { SessionPorts } from "./ports.ts";
import type { SessionView } from "./session-view.ts";
import { headerOf } from "./summarise.ts";
import type { BranchState } from "./tree/state.ts";
import type { Tree } from "./tree/tree.ts";

/** A session as it stands on disk, without the right to write. */
export type ReadSession = {
  readonly header: SessionHeader;
  readonly tree: Tree;
  readonly problems: readonly LogProblem[];
  /** It was brought in from elsewhere, whatever branch it is on. */
  readonly imported: boolean;
  /** What the active branch says. */
  state(): BranchState;
};

/** Reads a log, or what its index does not know yet. Needs no lock. */
export async function readSession(
  ports: SessionPorts,
  ref: SessionRef,
  view: SessionView,
): Promise<ReadSession> {
  const known = await view.known();
  const scan = await scanLog(ports, ref.path, {
    known,
    onEntry: (entry, place) => view.entry(entry, place),
    onVersion: (version) => view.version(version),
  });
  if (scan.isNewer) throw newerVersion(ref.path);
  view.scanned(scan);
  // What took long is not done again.
  if (known === null) await view.keepIndex();
  const header = scan.header ?? headerOf(nameOf(ref));
  const { problems } = scan;
  const { tree, imported } = view;
  return { header, tree, problems, imported, state: () => view.facts().state };
}
