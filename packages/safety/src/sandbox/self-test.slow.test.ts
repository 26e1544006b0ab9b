import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { noSandbox } from "./no-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { selfTest } from "./self-test.ts";
import { noBubblewrap, openGround, type Ground } from "./testing/sandbox-ground.ts";

const inputOf = ({ sandbox, workspace, home, squireHome }: Ground) => {
  return { sandbox, workspace, userHome: home, squireHome, network: false };
};

describe.skipIf(noBubblewrap !== null)(`self-test (${noBubblewrap ?? "bubblewrap"})`, () => {
  test("SBX-6 (part): the self-test tries to get out and reports that nothing works", async () => {
    await using ground = await openGround();
    const checks = await selfTest(inputOf(ground));
    expect(checks.map(({ ok, name, problem }) => `${ok} ${name} ${problem}`)).toEqual([
      "true commands run and write to the workspace null",
      "true writing outside of the workspace fails null",
      "true Squire's own folder is hidden null",
      "true the network is out of reach null",
    ]);
    expect(readdirSync(ground.workspace)).toEqual([]);
    expect(readdirSync(ground.home)).toEqual([]);
  });

  test("SBX-6 (part): a sandbox that lets everything through is found out", async () => {
    await using ground = await openGround();
    const open: Sandbox = { ...noSandbox("a twin", "run"), confines: true };
    const checks = await selfTest({ ...inputOf(ground), sandbox: open });
    expect(checks.map(({ ok }) => ok)).toEqual([true, false, false, false]);
    expect(readdirSync(ground.home)).toEqual([]);
  });
});

test("SBX-6 (part): without a sandbox the self-test says so", async () => {
  const sandbox = noSandbox("bubblewrap is not installed", "run");
  const input = { sandbox, workspace: "/", userHome: "/", squireHome: "/", network: false };
  expect(await selfTest(input)).toEqual([
    { name: "commands are confined", ok: false, problem: "none: bubblewrap is not installed" },
  ]);
});
