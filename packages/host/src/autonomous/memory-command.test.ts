import { expect, test } from "bun:test";
import { LEASE_FILE } from "@squire/memory";
import { openFileLock } from "@squire/platform";
import { hang, say } from "@squire/testkit";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiRig, failureOf } from "../api/testing/api-rig.ts";
import type { ApiRig } from "../api/testing/api-rig.ts";
import { forgetMemory } from "../memory/forget.ts";
import { openMemory } from "../memory/open-memory.ts";
import { learnHere } from "./learn-here.ts";
import { learnedState } from "./learned-state.ts";
import { artifactsOf } from "./place.ts";
import { asked, HOUR_MS, lessonsFor, pastSession } from "./testing/past-session.ts";

const ON = "[memories]\nenabled = true\n";

/** A machine whose model reads well. */
async function rigged(settings = ON) {
  const rig = await apiRig(
    ({ bodyText }) => {
      const skills = [{ name: "use-tabs", description: "d", body: "b" }];
      return say(lessonsFor(bodyText, { memory: "# all", summary: "use tabs", skills }));
    },
    {},
    settings,
  );
  const past = (idle: number, text: string): Promise<string> =>
    pastSession({ home: rig.host.home, cwd: rig.host.cwd }, Date.now() - idle, [asked(text)]);
  return { rig, past, [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose]() };
}

async function memory({ client }: Pick<ApiRig, "client">, args: string): Promise<string> {
  return (await client.call("command.run", { name: "memory", args })).text;
}

/** Looks until the run in the background is over. */
async function finished({ client }: Pick<ApiRig, "client">): Promise<void> {
  while ((await client.call("memory.learned", {})).lastRun?.finished !== true);
}

test("MEM-9: past sessions are read in the background when somebody begins a session, once for each process", async () => {
  await using at = await rigged();
  await at.past(20 * HOUR_MS, "please use tabs");
  await at.rig.session();
  await finished(at.rig);
  await at.rig.session();
  await at.rig.api.close();
  expect(at.rig.server.requests).toHaveLength(2);
});

test("MEM-11: /memory view says what was learned, at what cost and why nothing is; enqueue, reset and clear do what they say", async () => {
  await using at = await rigged();
  const { rig } = at;
  expect(await memory(rig, "view")).toContain("0 sessions read, 0 wait for the next start");
  expect(await memory(rig, "enqueue")).toContain(
    "Every past session of this project has been read",
  );
  await at.past(HOUR_MS, "please use tabs");
  expect(await memory(rig, "view")).toContain("0 wait for the next start");
  // The user asks: what was used a moment ago is read as well.
  expect(await memory(rig, "enqueue")).toContain("Reading 1 sessions in the background");
  await finished(rig);
  await rig.api.close();
  const { client } = await rig.another();
  const view = await memory({ client }, "view");
  expect(view).toContain("1 sessions read");
  expect(view).toMatch(/last run \d{4}-\d\d-\d\d \d\d:\d\d: 1 read, 0 failed/);
  expect(view).toContain("without a known price");
  expect(view).toContain("skills: use-tabs");
  const cleared = await memory({ client }, "clear");
  expect(cleared).toContain("what past sessions taught stays until they are read the next time");
  expect(cleared).toContain("/memory reset removes it now");
  expect(await memory({ client }, "view")).toContain("1 sessions read");
  expect(await memory({ client }, "reset")).toContain("what past sessions taught is gone");
  expect(await memory({ client }, "clear")).not.toContain("taught");
  const gone = await memory({ client }, "view");
  expect(gone).toContain("0 sessions read");
  expect(gone).not.toContain("use-tabs");
  expect(await memory({ client }, "rebuild")).toContain("sources are indexed");
});

test("MEM-11 (part): what was reset or forgotten is not read again, until something new is said", async () => {
  await using at = await rigged();
  const { rig } = at;
  await at.past(HOUR_MS, "please use tabs");
  await memory(rig, "enqueue");
  await finished(rig);
  const { length } = rig.server.requests;
  expect(length).toBe(2);
  await memory(rig, "reset");
  expect(await memory(rig, "enqueue")).toContain("has been read or forgotten");
  const other = await at.past(HOUR_MS, "please use spaces");
  expect((await rig.client.call("memory.enqueue", {})).waiting).toBe(1);
  await finished(rig);
  await rig.api.close();
  const sent = rig.server.requests.slice(length).map(({ bodyText }) => bodyText);
  expect(sent.join()).toContain("please use spaces");
  expect(sent.join()).not.toContain("please use tabs");
  // Forgotten in the index, it is not learned from either.
  {
    using open = await openMemory(rig.host, { notice: () => {}, wordsOnly: true });
    if (open === null) throw new Error("memory is off");
    expect(await forgetMemory(rig.host, open.index, `session:${other}`)).toBe(true);
  }
  expect(artifactsOf(rig.host)?.extracts()).toHaveLength(1);
  expect((await learnedState(rig.host)).dueNow).toBe(0);
  await learnHere(rig.host, { signal: new AbortController().signal });
  expect(artifactsOf(rig.host)?.extracts()).toEqual([]);
});

test("MEM-11 (part): who asks for it is told that another process is at it, and that the disk fails", async () => {
  await using at = await rigged();
  const { client, host } = at.rig;
  await at.past(HOUR_MS, "please use tabs");
  const { folder } = artifactsOf(host) ?? { folder: "" };
  mkdirSync(folder, { recursive: true });
  {
    using lease = openFileLock(join(folder, LEASE_FILE));
    expect(lease.take("alone")).toBe(true);
    const busy = await failureOf(client.call("memory.enqueue", {}));
    expect(busy).toMatchObject({ code: "busy", message: "Past sessions are being read." });
    expect(await memory(at.rig, "view")).toContain("another process was reading the sessions");
  }
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file where the folder should be");
  const failed = await failureOf(client.call("memory.enqueue", {}));
  expect(failed).toMatchObject({
    code: "storage",
    message: expect.stringContaining("Nothing is learned: "),
  });
  expect(await memory(at.rig, "view")).toContain("nothing is learned now: the last run failed");
  expect(at.rig.server.requests).toEqual([]);
  // The twin: where nothing is in the way, it begins.
  rmSync(folder);
  expect(await memory(at.rig, "enqueue")).toContain("Reading 1 sessions in the background");
  await finished(at.rig);
  expect(await memory(at.rig, "view")).not.toContain("the last run failed");
});

test("MEM-11 (part): switched off, /memory says so and enqueue says what to do", async () => {
  await using at = await rigged("");
  expect(await memory(at.rig, "view")).toContain(
    "Past sessions are not learned from: memories.enabled is not set; `squire config set",
  );
  const failure = await failureOf(at.rig.client.call("memory.enqueue", {}));
  expect(failure).toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("`squire config set memories.enabled true`"),
  });
  await at.past(20 * HOUR_MS, "please use tabs");
  await at.rig.session();
  await at.rig.api.close();
  expect(at.rig.server.requests).toHaveLength(0);
});

test("MEM-9 (part): who ends Squire does not wait for a model, and nothing is half learned", async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  await using rig = await apiRig(
    () => {
      resolve();
      return hang();
    },
    {},
    ON,
  );
  const { home, cwd } = rig.host;
  await pastSession({ home, cwd }, Date.now() - 20 * HOUR_MS, [asked("please use tabs")]);
  await rig.session();
  await arrived;
  await rig.api.close();
  const { client } = await rig.another();
  expect(await client.call("memory.learned", {})).toMatchObject({
    sessions: 0,
    waiting: 1,
    skills: [],
    lastRun: { finished: true, learned: 0 },
  });
});
