import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { connectWebSocket, type HostClient, type LineState } from "@squire/client";
import { call, hang, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { facePlace, hasTerminals } from "../face/testing/face-terminal.ts";
import { configFor, runMain, startMain, type Started } from "../testing/real-program.ts";

type Told = { readonly url: string; readonly wsUrl: string; readonly tokenFile: string };

async function firstLine(started: Started): Promise<Told> {
  const more = (): Promise<null> => once(started.child.stdout, "data").then(() => null);
  while (!started.out().includes("\n")) {
    const ended = await Promise.race([started.ended, more()]);
    if (ended !== null) throw new Error(ended.err);
  }
  return JSON.parse(started.out().split("\n", 1)[0] ?? "") as Told;
}

async function connected({ wsUrl, tokenFile }: Told, more = {}): Promise<HostClient> {
  const token = (await readFile(tokenFile, "utf8")).trim();
  return connectWebSocket({ url: wsUrl, auth: { token }, face: "sdk", ...more });
}

test("GW-1: squire gateway says where it is, is found by squire web, and rotates its token", async () => {
  await using home = await tempWorkspace({});
  const gateway = startMain(home.root, ["gateway", "--port", "0", "--json"]);
  const told = await firstLine(gateway);
  expect(told.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(told.wsUrl).toBe(`${told.url.replace("http", "ws")}/ws`);
  const states: LineState[] = [];
  let sentAway = (): void => {};
  const refused = new Promise<void>((resolve) => (sentAway = resolve));
  const client = await connected(told, {
    onState: (state: LineState) => {
      states.push(state);
      if (state === "refused") sentAway();
    },
  });
  const web = await runMain(home.root, ["web", "--no-open"]);
  expect([web.code, web.out]).toEqual([0, expect.stringContaining(`${told.url}/#code=`)]);
  const token = readFileSync(told.tokenFile, "utf8").trim();
  for (const text of [web.out, web.err, gateway.out()]) expect(text).not.toContain(token);
  const shown = await runMain(home.root, ["gateway", "token", "show"]);
  expect(shown.out.trim()).toBe(token);
  const rotated = await runMain(home.root, ["gateway", "token", "rotate", "--json"]);
  expect((JSON.parse(rotated.out) as { token: string }).token).not.toBe(token);
  await refused;
  await client.close();
  expect(await connected(told).then((one) => one.close().then(() => "in"))).toBe("in");
  gateway.child.kill("SIGTERM");
  expect((await gateway.ended).code).toBe(130);
  const left = await runMain(home.root, ["attach"]);
  expect(left.code).toBe(2);
});

test("GW-12: told to stop, it ends what runs and leaves a session that goes on", async () => {
  await using server = await startScriptedServer([
    reply(say("I begin. "), call("bash", { command: "sleep 100" })),
    hang(),
  ]);
  await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
  const gateway = startMain(home.root, ["gateway", "--port", "0", "--json"]);
  const client = await connected(await firstLine(gateway));
  const { sessionKey } = await client.call("sessions.create", {});
  const events = client.events(sessionKey)[Symbol.asyncIterator]();
  await client.call("chat.send", { sessionKey, message: "go" });
  // It runs, or it asks first: that is for the sandbox of this machine to say.
  const under = /^(tool\.started|approval\.requested)$/;
  while (!under.test((await events.next()).value?.event.type ?? "tool.started"));
  gateway.child.kill("SIGINT");
  expect((await gateway.ended).code).toBe(130);
  await client.close();
  const verified = await runMain(home.root, ["session", "verify", sessionKey, "--json"]);
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, problems: [] });
});

test("GW-1 (part), C30: a port that is taken gives way to the next; one that was asked for does not", async () => {
  await using home = await tempWorkspace({});
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await writeFile(home.path("config.toml"), `gateway = { port = ${port} }\n`);
  const gateway = startMain(home.root, ["gateway", "--json"]);
  const { url } = await firstLine(gateway);
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  const asked = await runMain(home.root, ["gateway", "--port", String(port)]);
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining("The port is taken.")]);
  const wide = await runMain(home.root, ["gateway", "--host", "0.0.0.0", "--port", "0"]);
  expect([wide.code, wide.err]).toEqual([1, expect.stringContaining("a certificate is needed")]);
  const wrong = await runMain(home.root, ["gateway", "--port", "x"]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("is no port")]);
  gateway.child.kill("SIGTERM");
  await gateway.ended;
  taken.close();
});

describe.if(hasTerminals)("squire attach", () => {
  test("GW-9 (part): a second terminal works on the session that the first one shares", async () => {
    await using place = await facePlace([say("First."), say("Second.")], {
      config: "gateway = { port = 0 }",
    });
    const first = place.start({ columns: 180 });
    await first.until("mock/m");
    first.enter("one");
    await first.until("First.");
    first.enter("/web");
    await first.until(/once: \S+/);
    const second = place.start({ words: ["attach"], columns: 120 });
    await second.until("First.");
    second.enter("two");
    await second.until("Second.");
    await first.until("Second.");
    // What the terminal that runs the host may do, a second one may not.
    second.enter("/trust auto");
    await second.until("trust can only be lowered");
    second.type("\u0004");
    expect(await second.ended()).toBe(0);
    first.enter("/trust auto");
    await first.until(/auto · mock\/m/);
    first.type("\u0004");
    expect(await first.ended()).toBe(0);
  });
});
