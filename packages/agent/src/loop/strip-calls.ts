import type { AssistantContent, AssistantMessage } from "@squire/protocol";

/** How models write calls when they have no tools to call. Each is cut with its end, or to the end. */
const MARKUP: readonly RegExp[] = [
  /<(tool_call|tool_calls|function_call|function_calls|tool_use|invoke|antml:invoke|antml:function_calls)\b[^>]*>(?:[^]*?<\/\1\s*>|[^]*$)/gi,
  /<function=[^>]*>(?:[^]*?<\/function\s*>|[^]*$)/gi,
  /<[|｜]tool[▁_ ]calls?[▁_ ]begin[|｜]>(?:[^]*?<[|｜]tool[▁_ ]calls?[▁_ ]end[|｜]>|[^]*$)/gi,
  /\[TOOL_CALLS\][^]*$/g,
  /<\|(?:tool_call|python_tag)\|?>[^]*$/gi,
  /```(?:tool_call|tool_code|function_call)\n(?:[^]*?```|[^]*$)/gi,
];

/** A reply without calls, neither real ones nor such as are only written (LOOP-6). */
export function stripCalls(message: AssistantMessage): AssistantMessage {
  const content = message.content.flatMap((block): AssistantContent[] => {
    if (block.type === "call") return [];
    if (block.type !== "text") return [block];
    const text = stripMarkup(block.text);
    if (text === block.text) return [block];
    // What the vendor attached belongs to the text as it was.
    return text === "" ? [] : [{ type: "text", text }];
  });
  return { ...message, content };
}

export function stripMarkup(text: string): string {
  let stripped = text;
  for (const pattern of MARKUP) stripped = stripped.replace(pattern, "");
  return stripped === text ? text : stripped.trim();
}
