import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fakeIds, tempWorkspace } from "@squire/testkit";
import { nodeDisk } from "./disk.ts";
import { systemProcesses } from "./log/process-table.ts";
import { fileStore } from "./store.ts";
import { said } from "./testing/drafts.ts";
import { testPorts } from "./testing/rig.ts";

const CHILD = join(import.meta.dir, "testing/kill-child.ts");
const ENOUGH = 60;

/** Starts a writer, kills it without warning, and gives what it had acknowledged. */
async function killedWriter(home: string): Promise<{ id: string; acknowledged: string[] }> {
  const child = spawn(process.execPath, [CHILD, home], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.split("\n").length > ENOUGH) child.kill("SIGKILL");
  }
  await gone;
  // The last line may be torn as well.
  const [first = "", ...rest] = output.slice(0, output.lastIndexOf("\n")).split("\n");
  return { id: first.replace("session ", ""), acknowledged: rest };
}

test("PKG-6 (part): after kill -9 everything acknowledged is there once and in order, and the session goes on", async () => {
  await using dir = await tempWorkspace();
  const { id, acknowledged } = await killedWriter(dir.root);
  expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH - 3);
  const ports = testPorts(nodeDisk(), { ids: fakeIds("after"), processes: systemProcesses() });
  const store = fileStore(ports, dir.root);
  await using session = await store.open(id);
  const present = session.tree.branch().map((entry) => entry.id);
  expect(present.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(new Set(present).size).toBe(present.length);
  await session.append(said("after"));
  expect(await store.verify(id)).toMatchObject({ ok: true, entries: present.length + 1 });
});
