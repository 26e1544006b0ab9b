import { describe, expect, test } from "bun:test";
import type { AssistantContent, AssistantMessage, Message, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import type { Compat } from "../compat.ts";
import { anthropicMessages } from "./anthropic.ts";
import type { Target } from "./contract.ts";
import { encoded } from "./testing/encoded.ts";

const target: Target = { provider: "anthropic", api: "anthropic-messages", compat: {} };
const OWN = { provider: "anthropic", wire: "anthropic-messages", model: "claude-test" };
const FOREIGN = { provider: "openai", wire: "openai-responses", model: "gpt-test" };

function assistant(content: readonly AssistantContent[], origin = OWN): AssistantMessage {
  return { role: "assistant", content, origin };
}

const call = (id: string): AssistantContent => ({ type: "call", id, name: "read", argsText: "{}" });
const outcome = (callId: string): Message => ({
  role: "tool",
  callId,
  name: "read",
  content: [],
  failed: false,
});

function encode(request: Partial<ModelRequest>, to: Target = target) {
  const full = { model: "claude-test", messages: [userText("Hi")], tools: [], ...request };
  return JSON.parse(encoded(anthropicMessages, full, to).body) as Record<string, unknown>;
}

describe("PROV-19: thinking", () => {
  const think = (thinking: ModelRequest["thinking"], to: Partial<Target>, maxTokens?: number) => {
    const limits = maxTokens === undefined ? {} : { maxTokens };
    const request = { temperature: 1, ...(thinking ? { thinking } : {}), ...limits };
    const {
      max_tokens,
      temperature,
      thinking: config,
      output_config,
    } = encode(request, {
      ...target,
      ...to,
    });
    return { max_tokens, temperature, config, output_config };
  };
  const budget = (budget_tokens: number) => ({ type: "enabled", budget_tokens });

  test("levels are budgets below max_tokens, which rises where it may", () => {
    const big = { reasoning: true, maxOutput: 64_000 };
    expect(think("minimal", big)).toEqual({
      max_tokens: 64_000,
      temperature: undefined,
      config: budget(1024),
      output_config: undefined,
    });
    expect(think("low", big).config).toEqual(budget(2048));
    expect(think("medium", big).config).toEqual(budget(8192));
    expect(think("high", big).config).toEqual(budget(16_384));
    expect(think("xhigh", big).config).toEqual(budget(32_768));
    expect(think("max", big).config).toEqual(budget(59_904));
    expect(think("high", {})).toMatchObject({ max_tokens: 24_576, config: budget(16_384) });
    expect(think("low", big, 500)).toMatchObject({ max_tokens: 2548, config: budget(2048) });
    expect(think("xhigh", { maxOutput: 32_000 }, 1000)).toMatchObject({
      max_tokens: 32_000,
      config: budget(31_000),
    });
    expect(think("high", { maxOutput: 4096 })).toMatchObject({
      max_tokens: 4096,
      config: budget(1024),
    });
  });

  test("no level, no reasoning, or no room: no thinking, and temperature stays", () => {
    const none = { temperature: 1, config: undefined };
    expect(think(undefined, { reasoning: true })).toMatchObject(none);
    expect(think("high", { reasoning: false })).toMatchObject(none);
    expect(think("off", {})).toMatchObject(none);
    expect(think("high", { maxOutput: 1000 })).toMatchObject({ ...none, max_tokens: 1000 });
    expect(think("off", { reasoning: true })).toMatchObject({
      temperature: 1,
      config: { type: "disabled" },
    });
  });

  test("models with words for levels choose themselves how much to think", () => {
    const adaptive: Compat = { thinkingLevels: { low: "low", high: "high", max: "max" } };
    const to = { reasoning: true, maxOutput: 64_000, compat: adaptive };
    expect(think("medium", to)).toEqual({
      max_tokens: 64_000,
      temperature: undefined,
      config: { type: "adaptive", display: "summarized" },
      output_config: { effort: "low" },
    });
    expect(think("max", to).output_config).toEqual({ effort: "max" });
    expect(think("off", to)).toMatchObject({
      config: { type: "disabled" },
      output_config: undefined,
    });
    expect(think(undefined, to)).toMatchObject({ temperature: undefined, config: undefined });
    const always = { ...to, compat: { thinkingLevels: { off: "low" } } };
    expect(think("off", always).output_config).toEqual({ effort: "low" });
  });

  test.each([
    ["claude-3-7-sonnet-20250219", undefined, undefined],
    ["claude-sonnet-4-20250514", undefined, undefined],
    ["claude-haiku-4-5-20251001", undefined, undefined],
    ["minimax-m2.1", undefined, undefined],
    ["anthropic/claude-opus-4.6", "high", { type: "disabled" }],
    ["claude-opus-4-7", "xhigh", { type: "disabled" }],
    ["claude-sonnet-5", "xhigh", { type: "disabled" }],
    ["claude-haiku-5-5", "xhigh", { type: "disabled" }],
    ["claude-opus-5-5", "xhigh", { type: "adaptive", display: "summarized" }],
    ["claude-fable-5", "xhigh", { type: "adaptive", display: "summarized" }],
    ["claude-mythos-preview", "xhigh", { type: "adaptive", display: "summarized" }],
  ] as const)("%s is asked as its generation wants it", (model, effort, off) => {
    const hard = encode({ model, thinking: "xhigh", temperature: 1 });
    expect(hard["output_config"]).toEqual(effort && { effort });
    expect(hard["thinking"]).toMatchObject({ type: effort === undefined ? "enabled" : "adaptive" });
    expect(encode({ model, thinking: "off" })["thinking"]).toEqual(off);
    const cool = encode({ model, temperature: 0.5 })["temperature"];
    expect(cool).toBe(effort === undefined ? 0.5 : undefined);
  });

  test("a budget waits until calls made without thinking are behind", () => {
    const signed = { type: "thinking", signature: "s" } as const;
    const config = (messages: readonly Message[], compat: Compat = {}) =>
      encode({ messages, thinking: "low" }, { ...target, reasoning: true, compat })["thinking"];
    const foreign = [userText("a"), assistant([call("x")], FOREIGN), outcome("x")];
    const own = [
      userText("a"),
      assistant([{ type: "thinking", text: "t", opaque: signed }, call("x")]),
      outcome("x"),
      assistant([call("y")]),
      outcome("y"),
    ];
    expect(config(foreign)).toBeUndefined();
    expect(config([...foreign, assistant([{ type: "text", text: "ok" }]), userText("b")])).toEqual(
      budget(2048),
    );
    expect(config(own)).toEqual(budget(2048));
    expect(config(foreign, { thinkingLevels: { low: "low" } })).toMatchObject({ type: "adaptive" });
  });
});
