// The floor: bare fetch, one tool that reads a file, deltas to stdout, nothing kept. What this costs
// no real agent can beat by much.
import { readFileSync } from "node:fs";

type Call = { id: string; function: { name: string; arguments: string } };
type Delta = { content?: string; tool_calls?: Call[] };

const read = {
  type: "function",
  function: {
    name: "read",
    description: "Read a file.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
};

if (process.argv.includes("--version")) {
  process.stdout.write("null-agent 1\n");
} else {
  const messages: object[] = [{ role: "user", content: process.argv.at(-1) }];
  for (;;) {
    const calls = await step(messages);
    if (calls.length === 0) break;
    messages.push({ role: "assistant", content: null, tool_calls: calls });
    for (const { id, function: asked } of calls) {
      const content = readFileSync(JSON.parse(asked.arguments).path, "utf8");
      messages.push({ role: "tool", tool_call_id: id, content });
    }
  }
  process.stdout.write("\n");
}

/** One request; prints what is said and gives back what is asked for. */
async function step(messages: readonly object[]): Promise<readonly Call[]> {
  const response = await fetch(`${process.env["BENCH_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer x" },
    body: JSON.stringify({ model: "test-1", stream: true, tools: [read], messages }),
  });
  const calls: Call[] = [];
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const delta: Delta | undefined = JSON.parse(line.slice(6)).choices?.[0]?.delta;
      if (delta?.content) process.stdout.write(delta.content);
      calls.push(...(delta?.tool_calls ?? []));
    }
  }
  return calls;
}
