import { expect, test } from "bun:test";
import type { Message, Model } from "@squire/protocol";
import { say, ScriptedModel } from "@squire/testkit";
import { withTruncationWarning } from "./truncation-warning.ts";

/** Says of each request how much of it was read. */
function counting(inputs: readonly number[]): Model {
  return new ScriptedModel(...inputs.map((input) => say("ok", { usage: { input, output: 1 } })));
}

function user(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

async function warningsOf(model: Model, messages: readonly Message[]): Promise<number> {
  const { signal } = new AbortController();
  let warnings = 0;
  for await (const event of model.stream({ model: "m", tools: [], messages }, { signal })) {
    if (event.type === "warning") warnings++;
  }
  return warnings;
}

test("MODL-6: a server that reads a fraction of a growing conversation is caught at every step", async () => {
  const model = withTruncationWarning(counting([20_000, 4096]), { contextWindow: 0 });
  const first = [user("x".repeat(80_000))];
  expect(await warningsOf(model, first)).toBe(0);
  expect(await warningsOf(model, [...first, user("y".repeat(8_000))])).toBe(1);
});

test("MODL-6: what was pruned is not missed by anybody, also when the messages behind it are the same", async () => {
  const model = withTruncationWarning(counting([20_500, 1_100]), { contextWindow: 0 });
  const last = user("q".repeat(2_000));
  expect(await warningsOf(model, [user("x".repeat(80_000)), last])).toBe(0);
  expect(await warningsOf(model, [user("[pruned]"), last, user("n".repeat(2_400))])).toBe(0);
});
