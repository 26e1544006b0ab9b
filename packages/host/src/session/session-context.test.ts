import { expect, test } from "bun:test";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ServerStep } from "@squire/testkit";
import { sessionContext } from "./session-context.ts";
import { hostFor, readBack, talk } from "./testing/live-rig.ts";

async function contextOf(steps: readonly ServerStep[], prompts: readonly string[]) {
  await using server = await startScriptedServer(steps);
  await using home = await tempWorkspace({ "work/a.txt": "lamp ".repeat(4_000) });
  const rig = {
    server,
    home,
    window: 40_000,
    settings: "[compaction]\nkeep_recent_tokens = 500\n",
  };
  const { id } = await talk(rig, prompts);
  return sessionContext(await hostFor(rig), await readBack(rig, id));
}

const usage = (input: number) => ({ usage: { input, output: 10 } });

test("USE-6: tokens by region, and what the next compaction would remove", async () => {
  const steps = [
    call("read", { path: "a.txt" }, usage(100)),
    say("It is about lamps.", usage(100)),
    say("word ".repeat(900), usage(100)),
    say("Short.", usage(100)),
  ];
  const report = await contextOf(steps, ["look", "write", "and?"]);
  const { regions, promptTokens } = report;
  expect(regions.system).toBeGreaterThan(50);
  expect(regions.tools).toBeGreaterThan(1_000);
  expect(regions.results).toBeGreaterThan(300);
  expect(regions.log).toBeGreaterThan(900);
  expect(regions.memory).toBe(0);
  const sum = Object.values(regions).reduce((all, tokens) => all + tokens, 0);
  expect(promptTokens).toBe(sum);
  expect(report).toMatchObject({ window: 40_000, used: sum / 40_000, compactsAt: 23_616 });
  // The last exchange stays; the file and what was written before it would go.
  expect(report.removes?.tokens).toBeGreaterThan(regions.results);
  expect(report.removes?.tokens).toBeLessThan(regions.results + regions.log);
});

test("USE-7: the gauge never shows less than what the vendor counted last", async () => {
  const report = await contextOf([say("Yes.", usage(30_000))], ["hello"]);
  expect(report.promptTokens).toBe(30_000);
  expect(report.used).toBe(0.75);
  expect(report.removes).toBeNull();
});
