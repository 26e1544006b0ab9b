import { expect, test } from "bun:test";
import { inspectFolder } from "@squire/safety";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { openHost } from "./open.ts";
import { folderTrust } from "./safety/folder-trust.ts";

const CONFIG = `default_model = "mock/one"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "http://127.0.0.1:9/v1"\nauth = "none"\nmodels = ["one", "two"]\n`;
const PROJECT =
  'default_model = "mock/two"\n[agent]\nmax_steps = 7\n[permissions]\nmode = "allow"\n';

async function opened(dir: TempWorkspace, cwd: string) {
  const told: string[] = [];
  const host = await openHost({
    env: { SQUIRE_HOME: dir.path("home"), HOME: dir.root },
    cwd: dir.path(cwd),
    userHome: dir.root,
    offline: false,
    warn: (message) => told.push(message),
  });
  const { agent, permissions, defaultModel } = host.loaded.settings;
  const { maxSteps } = agent;
  return { trusted: host.trusted, model: defaultModel, maxSteps, mode: permissions.mode, told };
}

const UNTOUCHED = { trusted: false, model: "mock/one", maxSteps: 128, mode: "ask" } as const;
const IN_FORCE = { trusted: true, model: "mock/two", maxSteps: 7, mode: "ask" } as const;

async function project(): Promise<TempWorkspace> {
  return tempWorkspace({
    "home/config.toml": CONFIG,
    "app/squire.toml": PROJECT,
    "app/src/main.ts": "",
    "app/vendor/.git/HEAD": "",
  });
}

async function trust(dir: TempWorkspace, folder: string): Promise<void> {
  await folderTrust(dir.path("home")).grant(await inspectFolder(dir.path(folder)));
}

test("PERM-17 (part), S29: a project's settings have no effect before trust, and the user is told", async () => {
  await using dir = await project();
  const { told, ...had } = await opened(dir, "app");
  expect(had).toEqual(UNTOUCHED);
  expect(told).toContain(
    `${dir.path("app/squire.toml")}: has no effect until you trust this folder.`,
  );
  expect(told.join("\n")).toContain("permissions.mode: ignored");
});

test("PERM-17 (part): a trusted project is in force, also below its top, and still grants itself nothing", async () => {
  await using dir = await project();
  await trust(dir, "app");
  for (const cwd of ["app", "app/src"]) {
    const { told, ...had } = await opened(dir, cwd);
    expect(had).toEqual(IN_FORCE);
    expect(told.join("\n")).toContain("permissions.mode: ignored");
    expect(told.join("\n")).not.toContain("has no effect");
  }
});

test("PERM-17 (part): another project inside it and other content are not trusted", async () => {
  await using dir = await project();
  await trust(dir, "app");
  // A project of its own: what lies above is not what was asked about here.
  expect(await opened(dir, "app/vendor")).toMatchObject(UNTOUCHED);
  await dir.write("app/squire.toml", `${PROJECT}thinking = "max"\n`);
  expect(await opened(dir, "app")).toMatchObject(UNTOUCHED);
});
