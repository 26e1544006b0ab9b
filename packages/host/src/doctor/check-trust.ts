import type { Host } from "../open.ts";
import { folderTrust } from "../safety/folder-trust.ts";
import { ok, warn, type Check } from "./check.ts";

const NAME = "folder trust";

/** Whether what this folder brings along is in effect (PERM-17). */
export async function checkTrust({
  home,
  cwd,
}: Pick<Host, "home" | "cwd">): Promise<readonly Check[]> {
  const state = await folderTrust(home).state(cwd);
  const files = state.inspection.influencers.map(({ path }) => path).join(", ");
  const notes = state.inspection.notes.map((note) => warn(NAME, note));
  const advice = "`squire trust` shows what would take effect and asks.";
  switch (state.type) {
    case "plain":
      return [ok(NAME, "nothing in this folder needs to be trusted"), ...notes];
    case "trusted":
      return [ok(NAME, `trusted: ${files}`), ...notes];
    case "untrusted":
      return [warn(NAME, `Not in effect, because it is not trusted: ${files}.`, advice), ...notes];
    case "changed": {
      const changes = state.changes.map(({ path, what }) => `${path} (${what})`).join(", ");
      return [warn(NAME, `Changed since you trusted it: ${changes}.`, advice), ...notes];
    }
  }
}
