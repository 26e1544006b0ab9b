import OpenAI from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { stopOf } from "./expected.ts";
import type { Expected } from "./expected.ts";

type Delta = ChatCompletionChunk.Choice.Delta & {
  reasoning_content?: string | null;
  reasoning?: string | null;
};

/** The recording as the official SDK decodes it, added up chunk by chunk. */
export async function expectOpenaiChat(baseURL: string): Promise<Expected> {
  const client = new OpenAI({ apiKey: "sk-oracle", baseURL, maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: "m",
    stream: true,
    messages: [{ role: "user", content: "x" }],
  });
  let text = "";
  let thinking = "";
  let finish: string | null = null;
  let usage: ChatCompletionChunk["usage"];
  const calls = new Map<number, { name: string; args: string }>();
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage;
    const choice = chunk.choices[0];
    if (choice === undefined) continue;
    finish = choice.finish_reason ?? finish;
    const delta: Delta = choice.delta;
    text += delta.content ?? "";
    thinking += delta.reasoning_content ?? delta.reasoning ?? "";
    for (const [position, call] of (delta.tool_calls ?? []).entries()) {
      const known = calls.get(call.index ?? position) ?? { name: "", args: "" };
      known.name ||= call.function?.name ?? "";
      known.args += call.function?.arguments ?? "";
      calls.set(call.index ?? position, known);
    }
  }
  const written = usage
    ? Math.max(usage.completion_tokens, usage.total_tokens - usage.prompt_tokens)
    : null;
  return {
    text,
    thinking,
    calls: [...calls.values()].map(({ name, args }) => ({ name, args: JSON.parse(args || "{}") })),
    usage: { input: usage?.prompt_tokens ?? null, output: written },
    stop: finish === "content_filter" ? "error" : stopOf(calls.size > 0, finish === "length"),
  };
}
