import Anthropic from "@anthropic-ai/sdk";
import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages";
import { stopOf } from "./expected.ts";
import type { Expected } from "./expected.ts";

type Sums = { text: string; thinking: string; stop: string; usage: Record<string, unknown> };
type Call = { name: string; args: string };

/**
 * The events as the official SDK decodes them, added up. Its own assembled message cannot be used:
 * it refuses the repeated `message_start` that a real gateway sent.
 */
export async function expectAnthropic(baseURL: string): Promise<Expected> {
  const client = new Anthropic({ apiKey: "sk-oracle", baseURL, maxRetries: 0 });
  const stream = await client.messages.create({
    model: "m",
    max_tokens: 100,
    stream: true,
    messages: [{ role: "user", content: "x" }],
  });
  const sums: Sums = { text: "", thinking: "", stop: "", usage: {} };
  const calls = new Map<number, Call>();
  for await (const event of stream) addUp(event, sums, calls);
  return {
    text: sums.text,
    thinking: sums.thinking,
    calls: [...calls.values()].map(({ name, args }) => ({ name, args: JSON.parse(args || "{}") })),
    usage: { input: inputOf(sums.usage), output: Number(sums.usage["output_tokens"]) },
    stop: sums.stop === "refusal" ? "error" : stopOf(calls.size > 0, sums.stop === "max_tokens"),
  };
}

function addUp(event: RawMessageStreamEvent, sums: Sums, calls: Map<number, Call>): void {
  if (event.type === "message_start") Object.assign(sums.usage, event.message.usage);
  if (event.type === "message_delta") {
    Object.assign(sums.usage, event.usage);
    sums.stop = event.delta.stop_reason ?? sums.stop;
  }
  if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
    calls.set(event.index, { name: event.content_block.name, args: "" });
  }
  if (event.type !== "content_block_delta") return;
  const { delta } = event;
  if (delta.type === "text_delta") sums.text += delta.text;
  if (delta.type === "thinking_delta") sums.thinking += delta.thinking;
  const call = calls.get(event.index);
  if (delta.type === "input_json_delta" && call) call.args += delta.partial_json;
}

function inputOf(usage: Record<string, unknown>): number {
  const parts = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];
  return parts.reduce((sum, part) => sum + Number(usage[part] ?? 0), 0);
}
