import type { Entry } from "@squire/protocol";
import { memoryDisk } from "@squire/testkit";
import { fileStore } from "../../store.ts";
import { testPorts } from "../../testing/rig.ts";
import type { Drafts } from "../imported.ts";
import { newPlace, writeSession } from "../write-session.ts";

/** The branch of a session made of drafts, read back from its log without the note at its end. */
export async function entriesOf({ drafts }: Pick<Drafts, "drafts">): Promise<readonly Entry[]> {
  const ports = testPorts(memoryDisk());
  const place = newPlace(ports, "/home", "/project");
  await writeSession(ports, place, drafts, () => null);
  const { tree, problems } = await fileStore(ports, "/home").read(place.id);
  if (problems.length + tree.problems.length > 0) throw new Error(JSON.stringify(problems));
  return tree.branch().slice(0, -1);
}
