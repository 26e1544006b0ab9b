import { GoogleGenAI } from "@google/genai";
import type { GenerateContentResponse } from "@google/genai";
import { stopOf } from "./expected.ts";
import type { Expected } from "./expected.ts";

/** The recording as the official SDK decodes it, added up part by part. */
export async function expectGoogle(baseUrl: string): Promise<Expected> {
  const client = new GoogleGenAI({
    apiKey: "oracle",
    httpOptions: { baseUrl, apiVersion: "v1beta" },
  });
  const stream = await client.models.generateContentStream({ model: "m", contents: "x" });
  let text = "";
  let thinking = "";
  let finish = "";
  let usage: GenerateContentResponse["usageMetadata"];
  const calls: { name: string; args: unknown }[] = [];
  for await (const chunk of stream) {
    usage = chunk.usageMetadata ?? usage;
    const candidate = chunk.candidates?.[0];
    finish = candidate?.finishReason ?? finish;
    for (const part of candidate?.content?.parts ?? []) {
      if (part.functionCall)
        calls.push({ name: part.functionCall.name ?? "", args: part.functionCall.args ?? {} });
      else if (part.thought) thinking += part.text ?? "";
      else text += part.text ?? "";
    }
  }
  const written = (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0);
  return {
    text,
    thinking,
    calls,
    usage: { input: usage?.promptTokenCount ?? null, output: usage ? written : null },
    stop:
      finish === "STOP" || finish === "MAX_TOKENS"
        ? stopOf(calls.length > 0, finish === "MAX_TOKENS")
        : "error",
  };
}
