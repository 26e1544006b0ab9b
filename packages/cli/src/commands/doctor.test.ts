import { expect, test } from "bun:test";
import type { Check } from "@squire/host/workbench";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { chmodSync } from "node:fs";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { doctorCommand } from "./doctor.ts";

const GOOD = `default_model = "mock/m"
[[providers]]
name = "mock"
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
auth = "none"
models = ["m"]
`;

async function machine(config: string, files: Record<string, string> = {}) {
  const home = await tempWorkspace({ "work/a.txt": "", "home/config.toml": config, ...files });
  chmodSync(home.path("home"), 0o700);
  chmodSync(home.path("home/config.toml"), 0o600);
  return home;
}

async function examine(home: TempWorkspace, ...argv: readonly string[]) {
  const io = ioAt(home);
  const code = await doctorCommand(invoke("doctor", "--json", ...argv), io);
  return { code, checks: JSON.parse(io.out()) as readonly Check[], err: io.err() };
}

const statusOf = (checks: readonly Check[], name: string): string =>
  checks
    .filter((check) => check.name === name)
    .map(({ status }) => status)
    .join(" ");

test("CFG-11 (part): a machine in order passes, and nothing is asked of the network", async () => {
  await using home = await machine(GOOD);
  const { code, checks, err } = await examine(home);
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect([code, err]).toEqual([0, ""]);
  for (const name of ["settings", "model", "key mock", "tools", "files", "disk space", "audit"]) {
    expect([name, statusOf(checks, name)]).toEqual([name, "ok"]);
  }
  expect(statusOf(checks, "provider mock")).toBe("");
});

test("CFG-11 (part): what is wrong is named, with advice, and the exit code is 1", async () => {
  const config = `default_model = "far/m"
colour = "blue"
[[providers]]
name = "far"
kind = "openai"
base_url = "http://127.0.0.1:9/v1"
api_key_env = "FAR_KEY"
models = ["m"]
[permissions]
deny = ["bash(rm"]
[tools]
enabled = ["read", "bash"]
`;
  await using home = await machine(config, { "work/.env": "A=1\n", "home/audit.jsonl": "{}\n" });
  chmodSync(home.path("home"), 0o755);
  chmodSync(home.path("home/config.toml"), 0o644);
  const { code, checks } = await examine(home);
  expect(code).toBe(1);
  const told = (name: string) => checks.find((check) => check.name === name);
  expect(told("settings")?.message).toContain("colour");
  expect(told("rules")).toMatchObject({ status: "fail" });
  expect(told("model")).toMatchObject({ status: "fail" });
  expect(told("key far")).toMatchObject({
    status: "fail",
    advice: expect.stringContaining("FAR_KEY"),
  });
  expect(told("tool write")?.message).toContain("tools.enabled does not name it");
  expect(told("files")).toMatchObject({
    status: "fail",
    message: expect.stringContaining("config.toml"),
    advice: expect.stringContaining("chmod"),
  });
  expect(told("folder trust")).toMatchObject({
    status: "warn",
    advice: expect.stringContaining("squire trust"),
  });
  // A line that is no entry of ours: cut off by a crash, as far as can be told.
  expect(told("audit")?.status).not.toBe("ok");
});

test("CFG-11 (part): with --online the providers are asked, without a key", async () => {
  await using server = await startScriptedServer([say("never asked")]);
  const config = GOOD.replace("http://127.0.0.1:9", server.url);
  await using home = await machine(config);
  const { checks } = await examine(home, "--online");
  expect(statusOf(checks, "provider mock")).toBe("ok");
  await using gone = await machine(GOOD);
  const missing = await examine(gone, "--online");
  expect(missing.code).toBe(1);
  expect(missing.checks.find(({ name }) => name === "provider mock")).toMatchObject({
    status: "fail",
    message: expect.stringContaining("does not answer"),
  });
});

test("SBX-6: doctor names the backend and proves it, or says that there is none", async () => {
  await using home = await machine(GOOD);
  const { checks } = await examine(home);
  const sandbox = checks.find(({ name }) => name === "sandbox");
  const tries = checks.filter(({ name }) => name === "sandbox self-test");
  if (sandbox?.status === "ok") {
    expect(tries.map(({ message }) => message)).toContain("writing outside of the workspace fails");
    expect(tries.map(({ message }) => message)).toContain("the network is out of reach");
    expect(tries.every(({ status }) => status === "ok")).toBe(true);
  } else {
    expect(sandbox).toMatchObject({ status: "warn", advice: expect.any(String) });
  }
  await using off = await machine(`${GOOD}[sandbox]\nbash = "off"\n`);
  expect((await examine(off)).checks.find(({ name }) => name === "sandbox")).toMatchObject({
    status: "warn",
    message: "none: switched off (sandbox.bash = off)",
  });
});

test("CFG-11 (part): the same as a page, with a mark for each", async () => {
  await using home = await machine("colour = 1\n");
  const io = ioAt(home);
  await doctorCommand(invoke("doctor"), io);
  expect(io.out()).toMatch(/^! {2}settings .*colour/m);
  expect(io.out()).toMatch(
    /^! {2}model +No model is set up yet: scout .*\n +→ Run `squire setup`\./m,
  );
  expect(io.out()).toMatch(/\d+ failures?, \d+ warnings?\n$/);
});
