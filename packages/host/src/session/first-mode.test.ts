import { expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { openHostApi } from "../api/host-api.ts";
import { openHost } from "../open.ts";
import { firstMode } from "./first-mode.ts";
import { openLiveSession } from "./live-session.ts";
import { sessionStore } from "../sessions.ts";

const hostIn = (home: TempWorkspace, cwd: string) =>
  openHost({
    env: { SQUIRE_HOME: home.path("squire"), HOME: home.path("me"), PATH: "" },
    cwd,
    userHome: home.path("me"),
    offline: true,
    warn: () => {},
  });

const FILES = {
  "me/notes.txt": "mine",
  "me/papers/lamp.md": "# Lamp",
  "me/empty/.keep": "",
  "me/app/.git/HEAD": "",
  "me/app/src/a.ts": "",
};

test("RES-1: a new session begins with code in a folder somebody went to, with chat at home and at the root", async () => {
  await using home = await tempWorkspace(FILES);
  const modeIn = async (cwd: string) => firstMode(await hostIn(home, cwd));
  expect(await modeIn(home.path("me"))).toBe("chat");
  expect(await modeIn("/")).toBe("chat");
  for (const folder of ["me/papers", "me/empty", "me/app", "me/app/src"])
    expect(await modeIn(home.path(folder))).toBe("code");
  await home.write("me/package.json", "{}");
  expect(await modeIn(home.path("me"))).toBe("code");
});

test("RES-1: what the settings say wins over the folder", async () => {
  await using home = await tempWorkspace({
    ...FILES,
    "squire/config.toml": 'default_mode = "plan"',
  });
  for (const folder of ["me", "me/app"])
    expect(firstMode(await hostIn(home, home.path(folder)))).toBe("plan");
});

function config(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "anthropic"\nbase_url = "${url}"\nauth = "none"\nmodels = ["m"]\n`;
}

test("RES-1: in chat no tools are offered, the mode is kept with the session, and the user's word wins", async () => {
  await using home = await tempWorkspace(FILES);
  await using server = await startScriptedServer([say("Hello."), say("Again.")]);
  await home.write("squire/config.toml", config(server.url));
  const open = async (id: string | null, flags: { readonly mode?: "code" } = {}) => {
    const host = await hostIn(home, home.path("me"));
    const store = sessionStore(host.home);
    const session = id === null ? await store.create({ cwd: host.cwd }) : await store.open(id);
    const choice = await host.models.choose();
    if (!choice.ok) throw new Error(choice.failure.message);
    const model = await host.models.open(choice.model);
    const fixed = { info: choice.model, yes: true, tools: true, maxSteps: 4, budgetUsd: 0 };
    const live = await openLiveSession({
      host,
      session,
      model,
      ...fixed,
      ...flags,
      emit: () => {},
    });
    return { live, session };
  };
  const first = await open(null);
  expect(first.live.mode).toBe("chat");
  await first.live.agent.prompt({ role: "user", content: [{ type: "text", text: "Hi" }] });
  await first.live.agent.whenIdle();
  expect(server.requests.at(-1)?.json).not.toHaveProperty("tools");
  await first.live[Symbol.asyncDispose]();
  await first.session.close();
  // Now that home is a project, the session is still the chat it was.
  await home.write("me/package.json", "{}");
  const again = await open(first.session.header.id);
  expect(again.live.mode).toBe("chat");
  await again.live[Symbol.asyncDispose]();
  await again.session.close();
  const asked = await open(first.session.header.id, { mode: "code" });
  expect(asked.live.mode).toBe("code");
  await asked.live[Symbol.asyncDispose]();
  await asked.session.close();
});

test("RES-1: faces are told which mode a new session would have, and get that one", async () => {
  await using home = await tempWorkspace(FILES);
  await using server = await startScriptedServer([]);
  await home.write("squire/config.toml", config(server.url));
  for (const [folder, mode] of [
    ["me", "chat"],
    ["me/papers", "code"],
  ] as const) {
    const api = openHostApi({ host: await hostIn(home, home.path(folder)), version: "test" });
    const client = api.connect({ face: "web", clientId: "me" });
    expect(await client.call("setup.get", {})).toMatchObject({ mode });
    const { sessionKey } = await client.call("sessions.create", {});
    expect(await client.call("sessions.get", { sessionKey })).toMatchObject({ session: { mode } });
    await api.close();
  }
});
