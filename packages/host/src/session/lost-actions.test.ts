import { expect, test } from "bun:test";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { readBack, talk, type RigInput } from "./testing/live-rig.ts";

test("RSLV-3 (part): what was pending when the session was left is told to model and user, once", async () => {
  const preview = call("ast_edit", {
    rules: [{ pattern: "one($A)", rewrite: "two($A)" }],
    path: "a.ts",
  });
  await using server = await startScriptedServer([
    preview,
    say("It waits."),
    say("I see."),
    say("Yes."),
  ]);
  await using home = await tempWorkspace({ "work/a.ts": "one(1);\n" });
  const rig: RigInput = { server, home, settings: '[tools]\nenabled = ["all"]\n' };
  const { id } = await talk(rig, ["rename"], {
    after: ({ workbench }) => {
      expect(workbench.pending.size).toBe(1);
      return Promise.resolve();
    },
  });
  const resumed = await talk(rig, ["go on"], { id });
  const words = "These actions were pending when the session was left, and are lost";
  expect(resumed.events[0]).toMatchObject({
    type: "warning.raised",
    code: "actions.lost",
    message: expect.stringContaining(words),
  });
  const told = JSON.stringify(server.requests[2]?.json);
  expect(told.split(words)).toHaveLength(2);
  expect(told).toContain("None of them was applied");
  expect(await home.read("work/a.ts")).toBe("one(1);\n");
  const again = await talk(rig, ["and?"], { id });
  expect(again.events.filter(({ type }) => type === "warning.raised")).toEqual([]);
  const { tree } = await readBack(rig, id);
  expect(tree.branch().filter(({ type }) => type === "context")).toHaveLength(1);
});
