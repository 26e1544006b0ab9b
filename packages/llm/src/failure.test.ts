import { describe, expect, test } from "bun:test";
import { failureOf } from "./failure.ts";

const at = (message: string, status?: number, code = "") =>
  failureOf({ message, code, provider: "acme", ...(status === undefined ? {} : { status }) });

describe("PROV-13: words that mean overflow", () => {
  test.each([
    "This model's maximum context length is 128000 tokens. Please reduce the length of the messages.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "prompt is too long: 208310 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Please reduce the length of the messages or completion.",
    "the request exceeds the available context size. try increasing the context size",
    "Your request exceeded model token limit: 262144 (requested: 300000)",
    "invalid params, context window exceeds limit",
    "Prompt exceeds max length",
    "prompt token count of 130000 exceeds the limit of 128000",
    "input is too long for requested model",
    "The decoder prompt (length 50000) is longer than the maximum model length of 32768",
    "Range of input length should be [1, 98304]",
    "tokens to keep from the initial prompt is greater than the context length",
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
    "prompt too long; exceeded max context length by 100 tokens",
  ])("PROV-13: %s", (message) => {
    expect(at(message, 400).kind).toBe("overflow");
    expect(at(message).kind).toBe("overflow");
    expect(at(message, 400).retryable).toBe(false);
    expect(at(message, 429).kind).toBe("rate_limit");
  });

  test.each([
    "max_tokens: 300000 > 64000, which is the maximum allowed number of output tokens",
    "image exceeds 5 MB maximum: 7340032 bytes",
    "Invalid 'tools': array too long. Expected an array with maximum length 128.",
    "temperature: must be at most 1",
  ])("PROV-13: and not: %s", (message) => {
    expect(at(message, 400).kind).toBe("bad_request");
  });
});

describe("errors in a stream, where there is no status", () => {
  test.each([
    ["overloaded_error", "Overloaded", "overloaded", true],
    ["api_error", "Internal server error", "overloaded", true],
    ["timeout_error", "The request took too long", "overloaded", true],
    ["rate_limit_error", "Slow down", "rate_limit", true],
    ["rate_limit_exceeded", "Limit reached", "rate_limit", true],
    ["RESOURCE_EXHAUSTED", "You exceeded your current quota, check billing", "rate_limit", true],
    ["insufficient_quota", "You exceeded your current quota", "billing", false],
    ["billing_error", "No money", "billing", false],
    ["authentication_error", "invalid x-api-key", "auth", false],
    ["permission_error", "Not for you", "auth", false],
    ["invalid_request_error", "tools.0: bad", "bad_request", false],
    ["not_found_error", "model: acme-9", "bad_request", false],
    ["invalid_prompt", "Your prompt was flagged as violating our usage policy", "refused", false],
    ["", "something odd", "protocol", false],
  ] as const)("PROV-13: %s %s", (code, message, kind, retryable) => {
    expect(at(message, undefined, code)).toMatchObject({ kind, retryable, message });
  });
});

describe("PROV-21: advice", () => {
  test.each([
    ["openai", "https://platform.openai.com/settings/organization/billing"],
    ["deepseek", "https://platform.deepseek.com/top_up"],
  ])("PROV-21: where to top up %s", (provider, page) => {
    expect(failureOf({ message: "", status: 402, provider }).advice).toContain(page);
  });

  test.each(["somebody", "constructor"])("PROV-21: no made-up page for %s", (provider) => {
    const { advice } = failureOf({ message: "", status: 402, provider });
    expect(advice).toBe(
      `Check the balance of your ${provider} account and top it up, or pick another model with --model.`,
    );
  });

  test("PROV-21: status, wait, provider and model pass through", () => {
    const error = { message: "m", status: 503, retryAfterMs: 5, provider: "acme", model: "a-1" };
    expect(failureOf(error)).toEqual({
      kind: "overloaded",
      message: "m",
      advice: "The service is having trouble: try again later, or set a fallback model.",
      status: 503,
      retryAfterMs: 5,
      retryable: true,
      provider: "acme",
      model: "a-1",
    });
  });
});

test.each([
  [408, true],
  [429, true],
  [500, true],
  [502, true],
  [503, true],
  [504, true],
  [522, true],
  [529, true],
  [400, false],
  [401, false],
  [404, false],
  [409, false],
  [418, false],
  [422, false],
  [501, false],
  [505, false],
])("PROV-12: %d is tried again: %p", (status, retryable) => {
  expect(at("no", status).retryable).toBe(retryable);
});
