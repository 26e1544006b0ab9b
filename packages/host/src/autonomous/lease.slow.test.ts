import { expect, test } from "bun:test";
import { hang, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { hostFor } from "../session/testing/live-rig.ts";
import { asked, HOUR_MS, lessonsFor, pastSession } from "./testing/past-session.ts";

const CHILD = join(import.meta.dir, "testing/learn-child.ts");

function startChild(home: TempWorkspace, lease = "") {
  const child = spawn(process.execPath, [CHILD, home.path("work"), home.root, lease], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], SQUIRE_HOME: home.path("home"), HOME: home.root },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const said = (async () => {
    let text = "";
    for await (const chunk of child.stdout) text += String(chunk);
    await gone;
    return text;
  })();
  return { child, said };
}

/** A model that never answers the first request and reads well afterwards. */
async function stage() {
  const arrived = Promise.withResolvers<void>();
  let count = 0;
  const server: ScriptedServer = await startScriptedServer(({ bodyText }) => {
    count++;
    arrived.resolve();
    if (count === 1) return hang();
    return say(lessonsFor(bodyText, { memory: "m", summary: "s", skills: [] }));
  });
  const home = await tempWorkspace({ "work/a.txt": "" });
  const settings = "[memories]\nenabled = true\n";
  const host = await hostFor({ server, home, settings });
  await pastSession({ home: host.home, cwd: host.cwd }, Date.now() - 20 * HOUR_MS, [asked("x")]);
  return { server, home, arrived: arrived.promise };
}

test("MEM-9: two processes never learn at the same time, and after kill -9 of the one the next goes on at once", async () => {
  const { server, home, arrived } = await stage();
  await using _server = server;
  await using _home = home;
  const first = startChild(home);
  await arrived;
  expect(JSON.parse(await startChild(home).said)).toEqual({ type: "busy" });
  expect(server.requests).toHaveLength(1);
  first.child.kill("SIGKILL");
  await first.said;
  expect(JSON.parse(await startChild(home).said)).toMatchObject({
    type: "learned",
    report: { learned: 1, consolidated: true },
  });
  expect(server.requests).toHaveLength(3);
});

test("MEM-9: twin: with a lease that is granted to all, the second process learns beside the first", async () => {
  const { server, home, arrived } = await stage();
  await using _server = server;
  await using _home = home;
  const first = startChild(home, "open");
  await arrived;
  expect(JSON.parse(await startChild(home, "open").said)).toMatchObject({ type: "learned" });
  expect(server.requests.length).toBeGreaterThan(1);
  first.child.kill("SIGKILL");
  await first.said;
});
