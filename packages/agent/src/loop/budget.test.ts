import { expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { judgeBudget, NOTHING_SPENT } from "./budget.ts";
import { eventFaults } from "./testing/event-faults.ts";
import { rig } from "./testing/rig.ts";
import type { RigOptions } from "./testing/rig.ts";
import { MemoryLog } from "./testing/memory-log.ts";

/** Every reply costs a dollar; what was spent is read from the log. */
function priced(usd: number, options: RigOptions = {}): RigOptions {
  const log = new MemoryLog();
  const spent = () => {
    const costs = log.of("usage").map(({ costUsd }) => costUsd);
    const known = costs.filter((cost) => cost !== null);
    return {
      ...NOTHING_SPENT,
      usd: known.reduce((sum, cost) => sum + cost, 0),
      unpriced: costs.length - known.length,
    };
  };
  const ports = { costOf: () => 1, spent, ...options.ports };
  return { log, settings: { budget: { usd } }, ...options, ports };
}

function warnings(events: readonly { readonly type: string }[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === "warning.raised" && "code" in event ? [String(event.code)] : [],
  );
}

test("ESC-7: one warning at 80 %, and the next turn is refused at 100 %", async () => {
  const r = rig([say("1"), say("2"), say("3"), say("4"), say("5")], priced(5));
  for (let turn = 1; turn <= 4; turn++) await r.ask("more");
  expect(warnings(r.events)).toEqual([]);
  expect(await r.ask("fifth")).toMatchObject({ status: "finished", costUsd: 1 });
  expect(warnings(r.events)).toEqual(["budget.near"]);
  const refused = await r.ask("sixth");
  expect(refused).toMatchObject({
    status: "failed",
    failure: {
      code: "budget",
      message: "The budget of this session is used up ($5.00 of $5.00).",
      advice: "Raise it with /budget or --budget, or set it to 0 to go on without a limit.",
    },
  });
  expect(r.model.requests).toHaveLength(5);
  expect(warnings(r.events)).toEqual(["budget.near"]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("ESC-7: a change re-arms the warning; zero and null clear the limit", async () => {
  const r = rig([say("1"), say("2"), say("3"), say("4")], priced(1.25));
  await r.ask("a");
  await r.ask("b");
  expect(warnings(r.events)).toEqual(["budget.near"]);
  expect(await r.ask("c")).toMatchObject({ status: "failed" });
  r.agent.reconfigure({ budget: { usd: 2.4 } });
  expect(await r.ask("d")).toMatchObject({ status: "finished" });
  expect(warnings(r.events)).toEqual(["budget.near", "budget.near"]);
  r.agent.reconfigure({ budget: { usd: 0 } });
  expect(await r.ask("e")).toMatchObject({ status: "finished" });
  r.agent.reconfigure({ budget: { usd: null } });
  expect(r.agent.settings.budget).toEqual({ usd: null });
});

test("ESC-7: a turn that uses up the budget on its way ends before the next request", async () => {
  const r = rig([call("look", { key: "a" }), call("look", { key: "b" }), say("no")], priced(2));
  expect(await r.ask("go")).toMatchObject({ status: "finished", reason: "budget", costUsd: 2 });
  expect(r.model.requests).toHaveLength(2);
  expect(warnings(r.events)).toEqual(["budget.exceeded"]);
  expect(r.log.of("tool_result")).toHaveLength(2);
  expect(eventFaults(r.events)).toEqual([]);
});

test("ESC-7: a price that is not known is said, once", async () => {
  const r = rig([say("1"), say("2"), say("3")], priced(5, { ports: { costOf: () => null } }));
  for (const text of ["a", "b", "c"]) await r.ask(text);
  expect(warnings(r.events)).toEqual(["budget.unpriced"]);
  expect(r.events.at(-1)).toMatchObject({ type: "turn.finished", costUsd: null });
});

test("ESC-7: tokens and time count as well", () => {
  const spent = { ...NOTHING_SPENT, tokens: 900, wallMs: 120_000 };
  expect(judgeBudget({}, spent)).toEqual({ exceeded: null, near: null, blind: false });
  expect(judgeBudget({ tokens: 1_000 }, spent)).toMatchObject({
    near: "900 tokens of 1000 tokens",
  });
  expect(judgeBudget({ wallMs: 60_000 }, spent)).toMatchObject({
    exceeded: "2 minutes of 1 minutes",
  });
  expect(judgeBudget({ usd: -1, tokens: 0 }, spent)).toMatchObject({ exceeded: null });
});
