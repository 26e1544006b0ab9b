import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { systemClock } from "@squire/platform";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { symlinkSync } from "node:fs";
import { Approvals } from "../approvals/approvals.ts";
import { talk } from "../session/testing/live-rig.ts";
import type { RigInput } from "../session/testing/live-rig.ts";
import { allowForGood } from "./allow-for-good.ts";
import { folderTrust } from "./folder-trust.ts";
import { addLocalRule, LOCAL_RULES, readLocalRules } from "./local-rules.ts";

const state = async (home: TempWorkspace) =>
  (await folderTrust(home.path("home")).state(home.path("work"))).type;

test("PERM-6: always writes the rule that was shown, holds at once and in the next session", async () => {
  const touch = call("bash", { command: "touch b.txt" });
  await using server = await startScriptedServer([touch, touch, say("done"), touch, say("again")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const rig: RigInput = { server, home, settings: '[sandbox]\nbash = "off"\n' };
  const approvals = new Approvals({ clock: systemClock, timeoutMs: null, unattendedMs: null });
  const asked: string[] = [];
  const opening = {
    yes: false,
    approve: approvals.approve,
    onEvent: (event: AgentEvent) => {
      if (event.type !== "approval.requested") return;
      const { approvalId, suggestedRule = "" } = event.request;
      asked.push(suggestedRule);
      queueMicrotask(() =>
        approvals.answer(approvalId, { verdict: "approve", scope: "always", by: "tui" }),
      );
    },
  };
  await talk(rig, ["go"], opening);
  expect(asked).toHaveLength(1);
  expect(await home.read(`work/${LOCAL_RULES}`)).toContain(JSON.stringify(asked[0]));
  await talk(rig, ["once more"], opening);
  expect(asked).toHaveLength(1);
});

test("PERM-17 (part): a rule of ours does not bring along what a checkout has put there", async () => {
  await using home = await tempWorkspace({
    "work/.env": "A=1\n",
    "home/x": "",
  });
  const { lasts } = await allowForGood(home.path("home"), home.path("work"), "bash(ls)");
  expect(lasts).toBe(false);
  expect(await state(home)).toBe("untrusted");
});

test("PERM-17 (part): the same for rules that were there and never trusted", async () => {
  await using home = await tempWorkspace({
    [`work/${LOCAL_RULES}`]: '[permissions]\nallow = ["bash"]\n',
    "home/x": "",
  });
  expect((await allowForGood(home.path("home"), home.path("work"), "bash(ls)")).lasts).toBe(false);
  expect(await state(home)).toBe("untrusted");
});

test("PERM-6 (part): a trusted folder stays trusted with one rule more", async () => {
  await using home = await tempWorkspace({ "work/.env": "A=1\n", "home/x": "" });
  const trust = folderTrust(home.path("home"));
  const before = await trust.state(home.path("work"));
  await trust.grant(before.inspection);
  for (const rule of ["bash(ls)", 'bash(echo "a\\*b")']) {
    const { lasts } = await allowForGood(home.path("home"), home.path("work"), rule);
    expect(lasts).toBe(true);
  }
  expect(await state(home)).toBe("trusted");
  const rules = await readLocalRules(home.path("work"));
  expect(rules.map(({ text, origin }) => [text, origin.replace(/^.*:/, "")])).toEqual([
    ["bash(ls)", "4"],
    ['bash(echo "a\\*b")', "5"],
  ]);
});

test("PERM-6 (part): nothing is written through a link of the checkout", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "", "elsewhere/x": "" });
  symlinkSync(home.path("elsewhere"), home.path("work/.squire"));
  const refused = await addLocalRule(home.path("work"), "bash(ls)").catch(String);
  expect(refused).toContain("is no folder");
  expect(await home.list()).not.toContain("elsewhere/permissions.local.toml");
});
