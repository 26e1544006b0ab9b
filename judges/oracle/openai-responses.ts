import OpenAI from "openai";
import type { Response, ResponseOutputItem } from "openai/resources/responses/responses";
import { stopOf } from "./expected.ts";
import type { Expected } from "./expected.ts";

/** The finished response object the vendor sends last: no delta is looked at. */
export async function expectOpenaiResponses(baseURL: string): Promise<Expected> {
  const client = new OpenAI({ apiKey: "sk-oracle", baseURL, maxRetries: 0 });
  let final: Response | undefined;
  const items: ResponseOutputItem[] = [];
  try {
    const stream = await client.responses.create({ model: "m", input: "x", stream: true });
    for await (const event of stream) {
      if (event.type === "response.output_item.done") items.push(event.item);
      if (event.type !== "response.completed" && event.type !== "response.incomplete") continue;
      final = event.response;
      break; // one recording holds several responses in a row; the first is the reply
    }
  } catch {
    final = undefined; // the SDK throws on an `error` event
  }
  if (final === undefined) return failed;
  const output = final.output.length > 0 ? final.output : items;
  const calls = output.flatMap(callOf);
  return {
    text: output.map(textOf).join(""),
    thinking: output.map(thinkingOf).join(""),
    calls,
    usage: { input: final.usage?.input_tokens ?? null, output: final.usage?.output_tokens ?? null },
    stop: stopOf(calls.length > 0, final.status === "incomplete"),
  };
}

const failed: Expected = {
  text: "",
  thinking: "",
  calls: [],
  usage: { input: null, output: null },
  stop: "error",
};

function textOf(item: ResponseOutputItem): string {
  if (item.type !== "message") return "";
  return item.content
    .map((part) => (part.type === "output_text" ? part.text : part.refusal))
    .join("");
}

function thinkingOf(item: ResponseOutputItem): string {
  if (item.type !== "reasoning") return "";
  const parts = item.summary.length > 0 ? item.summary : (item.content ?? []);
  return parts.map((part) => part.text).join("\n\n");
}

function callOf(item: ResponseOutputItem): Expected["calls"] {
  switch (item.type) {
    case "function_call":
      return [{ name: item.name, args: JSON.parse(item.arguments || "{}") }];
    case "custom_tool_call":
      return [{ name: item.name, args: { input: item.input } }];
    case "local_shell_call":
      return [{ name: "local_shell", args: item.action }];
    case "apply_patch_call":
      return [{ name: "apply_patch", args: item.operation }];
    default:
      return [];
  }
}
