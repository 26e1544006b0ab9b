import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { createRedactor } from "@squire/safety";
import { existsSync } from "node:fs";
import { readBack, talk } from "../../session/testing/live-rig.ts";
import { artifactPort } from "../../session/artifact-port.ts";
import { sessionStore } from "../../sessions.ts";
import { openUrls } from "./internal-urls.ts";

type Script = Parameters<typeof startScriptedServer>[0];

/** One process of a session; gives its id and the outcomes it added. */
async function runIn(home: TempWorkspace, script: Script, id?: string) {
  await using server = await startScriptedServer(script);
  const rig = { server, home, settings: '[sandbox]\nbash = "off"\n[shell]\nintercept = false\n' };
  const before = id === undefined ? 0 : (await outcomesOf(rig, id)).length;
  const talked = await talk(rig, ["go"], id === undefined ? {} : { id });
  return { id: talked.id, outcomes: (await outcomesOf(rig, talked.id)).slice(before) };
}

async function outcomesOf(rig: Parameters<typeof readBack>[0], id: string) {
  const { tree } = await readBack(rig, id);
  return tree
    .branch()
    .filter((entry): entry is Entry<"tool_result"> => entry.type === "tool_result");
}

const textOf = ({ outcome }: Entry<"tool_result">): string =>
  outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("");

const LONG = "seq 1 60000 | sed 's/$/ sheep/'";

test("URL-1 (part): a session reads and searches what it kept, and forks of it do", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const first = await runIn(home, [call("bash", { command: LONG }), say("done")]);
  const id = first.outcomes[0]?.details.artifactId ?? "";
  expect(id).toStartWith("art_");
  const path = `artifact://${id}`;
  const script = [
    reply(
      call("read", { path, offset: 30_000, limit: 1 }),
      call("grep", { path, pattern: "^4242 " }),
      call("read", { path: "artifact://art_00000000000000000000000000000000" }),
      call("read", { path: "artifact://../../credentials.db" }),
    ),
    say("done"),
  ];
  const fork = await sessionStore(home.path("home")).fork(first.id);
  for (const session of [first.id, fork.id]) {
    const { outcomes } = await runIn(home, script, session);
    const [read = "", found = "", none = "", outside = ""] = outcomes.map(textOf);
    expect(read).toStartWith("30000\t30000 sheep\n");
    expect(found).toBe(`${path}\n4242:4242 sheep`);
    expect(none).toContain("There is no artifact art_0");
    expect(outside).toContain("There is no artifact ../../credentials.db");
  }
});

test("URL-1 (part): an artifact that was tampered with is not shown", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const first = await runIn(home, [call("bash", { command: LONG }), say("done")]);
  const id = first.outcomes[0]?.details.artifactId ?? "";
  const file = (await home.list()).find((name) => name.endsWith(`${id}.data`)) ?? "";
  await home.write(file, "wolf\n");
  const path = `artifact://${id}`;
  const script = [
    reply(call("read", { path }), call("grep", { path, pattern: "wolf" })),
    say("done"),
  ];
  const { outcomes } = await runIn(home, script, first.id);
  for (const outcome of outcomes) {
    expect(outcome.outcome.failed).toBe(true);
    expect(textOf(outcome)).not.toContain("wolf\n");
  }
});

test("URL-1 (part): sessions of the same folder are open, those of others are not", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "one lamp\n", "elsewhere/b.txt": "" });
  const first = await runIn(home, [call("read", { path: "a.txt" }), say("There is a lamp.")]);
  const store = sessionStore(home.path("home"));
  const foreign = await store.create({ cwd: home.path("elsewhere") });
  await foreign.close();
  const [own, other] = [`session://${first.id}`, `session://${foreign.header.id}`];
  const { outcomes, id } = await runIn(home, [
    reply(
      call("read", { path: own }),
      call("grep", { path: own, pattern: "There is a \\w+" }),
      call("read", { path: other }),
      call("grep", { path: other, pattern: "." }),
      call("read", { path: "session://nobody" }),
    ),
    say("done"),
  ]);
  const [read = "", found = "", ...closed] = outcomes.map(textOf);
  expect(read).toContain("There is a lamp.");
  expect(read).toContain("one lamp");
  expect(found).toStartWith(`${own}\n`);
  expect(found).toContain("There is a lamp.");
  expect(closed[0]).toContain("belongs to another folder");
  expect(closed[1]).toContain("belongs to another folder");
  expect(closed[2]).toContain("nobody");
  expect(id).not.toBe(first.id);
});

test("URL-1 (part): text from outside stays untrusted under its URL (PERM-16)", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  await using session = await sessionStore(home.path("home")).create({ cwd: home.path("work") });
  const redactor = createRedactor({ values: [] });
  const artifacts = artifactPort(session, redactor);
  const about = (name: string) => ({ callId: "c", name });
  const page = await artifacts.save("from a page", about("web_fetch"));
  const own = await artifacts.save("from a command", about("bash"));
  await using open = openUrls({ home: home.path("home"), session, redactor });
  const { signal } = new AbortController();
  const look = async ({ id }: { readonly id: string }) => [
    (await open.urls.read(`artifact://${id}`, { signal }))?.untrusted,
    (await open.urls.file(`artifact://${id}`, signal)).untrusted,
  ];
  expect(await look(page)).toEqual([true, true]);
  expect(await look(own)).toEqual([false, false]);
});

test("SRCH-4: what is laid down to be searched is gone at the end", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  await using session = await sessionStore(home.path("home")).create({ cwd: home.path("work") });
  const redactor = createRedactor({ values: [] });
  const open = openUrls({ home: home.path("home"), session, redactor });
  const { path } = await open.urls.file("docs://", new AbortController().signal);
  expect(existsSync(path)).toBe(true);
  await open[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test("URL-1 (part): the pages about Squire are at hand, and no other file is", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const { outcomes } = await runIn(home, [
    reply(
      call("read", { path: "docs://" }),
      call("read", { path: "docs://tools", limit: 1 }),
      call("grep", { path: "docs://tools", pattern: "^# " }),
      call("read", { path: "docs://../package" }),
      call("read", { path: "memory://root" }),
      call("grep", { path: "mcp://x/y", pattern: "." }),
    ),
    say("done"),
  ]);
  const texts = outcomes.map(textOf);
  expect(texts[0]).toContain("docs://tools");
  expect(texts[1]).toStartWith("1\t# Tools");
  expect(texts[2]).toBe("docs://tools\n1:# Tools");
  expect(texts[3]).toContain("There is no page docs://../package");
  expect(texts[4]).toContain("nothing here under a URL of this kind");
  expect(texts[5]).toContain("nothing under a URL of this kind");
});
