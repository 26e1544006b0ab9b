import { expect, test } from "bun:test";
import { usageReader } from "./anthropic-usage.ts";
import { Reply } from "./reply.ts";

function read(...told: readonly unknown[]) {
  const reply = new Reply({ provider: "anthropic", wire: "anthropic-messages", model: "m" });
  const readUsage = usageReader(reply);
  for (const usage of told) readUsage(usage);
  return { usage: reply.usage, events: reply.take() };
}

test("PROV-31: totals of message_delta win, missing ones keep what message_start said", () => {
  const start = { input_tokens: 3, cache_read_input_tokens: 5, cache_creation_input_tokens: 7 };
  const end = {
    input_tokens: 30,
    cache_read_input_tokens: null,
    output_tokens: 11,
    output_tokens_details: { thinking_tokens: 4 },
  };
  expect(read(start, end)).toEqual({
    usage: {
      input: 42,
      output: 11,
      cacheRead: 5,
      cacheWrite: 7,
      reasoning: 4,
      total: 53,
      raw: { ...start, ...end, cache_read_input_tokens: 5 },
    },
    events: [],
  });
});

test("PROV-31: what was not reported is null, and zero is zero", () => {
  const nothing = { cacheRead: null, cacheWrite: null, reasoning: null };
  expect(read({}, { output_tokens: 2 }).usage).toMatchObject({
    ...nothing,
    input: null,
    output: 2,
    total: null,
  });
  expect(read({ input_tokens: 0, output_tokens: 0 }, undefined, "x", []).usage).toMatchObject({
    ...nothing,
    input: 0,
    output: 0,
    total: 0,
  });
});

test("PROV-31: impossible counts become null with one warning", () => {
  const { usage, events } = read(
    { input_tokens: -1, output_tokens: 1.5 },
    { input_tokens: -2, cache_read_input_tokens: 3 },
  );
  expect(usage).toMatchObject({ input: null, output: null, cacheRead: 3, total: null });
  expect(events).toMatchObject([{ type: "warning", code: "usage.invalid" }]);
  const huge = Number.MAX_SAFE_INTEGER;
  expect(read({ input_tokens: huge, output_tokens: huge }).usage).toMatchObject({
    input: huge,
    total: null,
  });
});
