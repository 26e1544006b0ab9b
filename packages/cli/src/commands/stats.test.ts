import { expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { ioIn, madeSession, TALK } from "../testing/talk.ts";
import { runCommand } from "./run.ts";
import { statsCommand } from "./stats.ts";

function row(model: string, costUsd: number | null): string {
  const tokens = { promptTokens: 1000, completionTokens: 100, cacheHitTokens: 600 };
  const line = { ts: Date.now(), session: "s1", model, ...tokens, cacheMissTokens: 400, costUsd };
  return `${JSON.stringify(line)}\n`;
}

test("USE-4: sums the ledger by period, model and session; savings by the prices of today", async () => {
  await using home = await tempWorkspace({
    "home/usage.jsonl": row("mock/m", 0.5) + row("deepseek/deepseek-v4-flash", null),
  });
  const io = ioIn(home);
  expect(await statsCommand(invoke("stats", "--json"), io)).toBe(0);
  const stats: unknown = JSON.parse(io.out());
  expect(stats).toMatchObject({
    rows: 2,
    "24h": { total: { turns: 2, costUsd: 0.5, unpriced: 1, cacheHitRatio: 0.6 } },
    all: { byModel: [{ model: "mock/m", cacheSavingsUsd: 0 }, {}], bySession: [{ session: "s1" }] },
  });
  const { byModel } = (stats as { all: { byModel: { cacheSavingsUsd: number }[] } }).all;
  expect(byModel[1]?.cacheSavingsUsd).toBeGreaterThan(0);
  const text = ioIn(home);
  await statsCommand(invoke("stats"), text);
  expect(text.out()).toMatch(/^mock\/m +1 +1k +100 +60\.0 % +\$0\.0000 +\$0\.5000 +█{8}$/m);
  expect(text.out()).toMatch(/^24h .*\$0\.5000\+ +█{8}$/m);
});

test("USE-4: without a ledger nothing was used", async () => {
  await using home = await tempWorkspace();
  const io = ioIn(home);
  expect(await statsCommand(invoke("stats"), io)).toBe(0);
  expect([io.out(), io.err()]).toEqual(["", "squire: nothing was used yet.\n"]);
});

test("CLI-8: stats of a transcript are its figures", async () => {
  await using home = await tempWorkspace();
  const io = ioIn(home);
  const id = await madeSession(home, TALK);
  expect(await statsCommand(invoke("stats", id, "--json"), io)).toBe(0);
  expect(JSON.parse(io.out())).toMatchObject({ turns: 1, toolCalls: 1, costUsd: 0.25 });
});

test("USE-5: costs are compared with a model of the user's choice, and called an estimate", async () => {
  const usage = { input: 1_000_000, output: 100_000, cacheRead: 400_000 };
  await using server = await startScriptedServer(() => say("hi", { usage }));
  await using home = await tempWorkspace();
  const provider = (id: string, cost: string): string =>
    `[[providers]]\nname = "${id}"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = [{ id = "m", cost = ${cost} }]\ncontext_window = 9000000\n`;
  const config = (compare: string): string =>
    `default_model = "cheap/m"\n[usage]\n${compare}\n${provider("cheap", "{ input = 1, output = 2, cache_read = 0.5 }")}${provider("dear", "{ input = 10, output = 20, cache_read = 1 }")}`;
  const run = async (): Promise<void> => {
    const io = ioIn(home);
    expect(await runCommand(invoke("run", "hello", "--no-tools"), io)).toBe(0);
  };
  await home.write("home/config.toml", config(""));
  await run();
  await home.write("home/config.toml", config('compare_model = "dear/m"'));
  await run();
  const lines = (await home.read("home/usage.jsonl")).trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { compareUsd?: number }).compareUsd)).toEqual([
    undefined,
    // 600,000 at 10, 400,000 from the cache at 1, 100,000 written at 20.
    expect.closeTo(8.4, 6),
  ]);
  const io = ioIn(home);
  await statsCommand(invoke("stats"), io);
  expect(io.out()).toMatch(/^cheap\/m .*\$8\.4000 /m);
  expect(io.out()).toContain(
    "Compared is an estimate of what the same would have cost with dear/m.",
  );
});
