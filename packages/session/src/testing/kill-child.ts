import { nodeDisk } from "../disk.ts";
import { systemProcesses } from "../log/process-table.ts";
import { fileStore } from "../store.ts";
import { said, spent } from "./drafts.ts";
import { quickClock } from "./rig.ts";

/** Appends without end and prints the id of each entry once it is acknowledged, until it is killed. */
const home = process.argv[2] ?? "";
let count = 0;
const store = fileStore(
  {
    disk: nodeDisk(),
    clock: quickClock(),
    ids: () => `id-${++count}`,
    processes: systemProcesses(),
  },
  home,
);
const session = await store.create({ cwd: "/project" });
process.stdout.write(`session ${session.header.id}\n`);
for (;;) {
  const drafts = [said("hello"), spent("mock/m"), said("x".repeat(count % 5000))];
  const entries = await Promise.all(drafts.map((draft) => session.append(draft)));
  process.stdout.write(entries.map(({ id }) => `${id}\n`).join(""));
}
