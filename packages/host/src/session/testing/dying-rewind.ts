import { nodeTreeDisk, openSnapshots } from "@squire/session";
import { sessionStore } from "../../sessions.ts";
import { planRewind } from "../rewind/plan.ts";
import { rewind } from "../rewind/rewind.ts";
import { openSite } from "../rewind/site.ts";

/** Takes the last turn of a session back, and is killed when it puts a certain file in place. */
const [home = "", id = "", name = ""] = process.argv.slice(2);
const log = await sessionStore(home).open(id);
const site = openSite(home, log);
if (site === null) throw new Error("The session is not on disk.");
const disk = nodeTreeDisk();
const ports = {
  ...site.store.ports,
  disk: {
    ...disk,
    async rename(from: string, to: string) {
      if (to.endsWith(`/${name}`)) process.kill(process.pid, "SIGKILL");
      await disk.rename(from, to);
    },
  },
};
const dying = { ...site, store: openSnapshots({ ports, home: site.store.home }) };
const plan = await planRewind(dying, { to: { type: "last", turns: 1 } });
if (plan.kind === "refused") throw new Error(plan.message);
const { kind } = await rewind(dying, plan);
throw new Error(`It was not killed: ${kind}`);
