import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import type { ApprovalAnswer, ApprovalRequest } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { lastEntries } from "../safety/read-record.ts";
import { readBack, rerun, talk, type Opening, type RigInput } from "../session/testing/live-rig.ts";

const works = spawnSync("bwrap", ["--ro-bind", "/", "/", "true"]).status === 0;
const SETTINGS = '[shell]\nintercept = false\n[sandbox]\nbash = "enforce"\n';

// The gate cannot see that it is a hook; the sandbox holds all the same.
const command = "touch .git/$(printf hooks)/made";
const FILES = { "work/.git/HEAD": "", "work/.git/hooks/old": "" };
const MADE = "work/.git/hooks/made";

async function tried(answer: ApprovalAnswer | null, opening: Opening = {}) {
  await using home = await tempWorkspace(FILES);
  await using server = await startScriptedServer([call("bash", { command }), say("done")]);
  const rig: RigInput = { server, home, settings: SETTINGS };
  const asked: ApprovalRequest[] = [];
  const approve: Opening["approve"] = (request) => {
    asked.push(request);
    return Promise.resolve(answer ?? { verdict: "deny", by: "tui" });
  };
  const someone = answer === null ? {} : { approve };
  const { id } = await talk(rig, ["go"], { yes: true, ...someone, ...opening });
  const { tree } = await readBack(rig, id);
  return {
    asked,
    made: (await home.list()).includes(MADE),
    told: JSON.stringify(server.requests[1]?.json),
    approvals: tree.branch().filter(({ type }) => type === "approval"),
    record: await lastEntries(home.path("home"), 50),
    again: await rerun(rig, id),
  };
}

describe.if(works)("SBX-4: a second try without the sandbox", () => {
  const yes = { verdict: "approve", scope: "once", by: "tui" } as const;

  test("SBX-4: what the sandbox stopped may run again without it, if the user says so", async () => {
    const { asked, made, told, approvals, record, again } = await tried(yes);
    expect(made).toBe(true);
    expect(asked).toMatchObject([{ toolName: "bash", risk: "high" }]);
    expect(asked[0]?.summary).toStartWith("again without the sandbox: $ touch ");
    expect(asked[0]?.suggestedRule).toBeUndefined();
    expect(asked[0]?.details).toContainEqual({ label: "sandbox", text: "none", format: "plain" });
    expect(told).toContain("the user let it run again without one");
    expect(approvals).toMatchObject([{ state: "asked" }, { state: "answered" }]);
    expect(record).toContainEqual(expect.objectContaining({ kind: "approval", answer: "yes" }));
    expect(again).toMatchObject({ identical: true });
  });

  test("SBX-4 (part): a no leaves the failure as it was", async () => {
    const { asked, made, told } = await tried({ verdict: "deny", by: "tui" });
    expect(asked).toHaveLength(1);
    expect(made).toBe(false);
    expect(told).toContain("It looks as if the sandbox had stopped it");
  });

  test("SBX-4 (part): neither --yes nor yolo nor a rule answers, and with nobody there it just fails", async () => {
    const no = { verdict: "deny", by: "tui" } as const;
    const free = await tried(no, { trust: "yolo", rules: { allow: ["bash"] } });
    expect(free.asked).toHaveLength(1);
    expect(free.made).toBe(false);
    const alone = await tried(null, { trust: "yolo", rules: { allow: ["bash"] } });
    expect(alone.made).toBe(false);
    expect(alone.approvals).toEqual([]);
  });

  test("SBX-4 (part): the twin: without a sandbox the very command makes the file", async () => {
    await using home = await tempWorkspace(FILES);
    await using server = await startScriptedServer([call("bash", { command }), say("done")]);
    const settings = SETTINGS.replace("enforce", "off");
    await talk({ server, home, settings }, ["go"], { yes: true });
    expect(await home.list()).toContain(MADE);
  });
});
