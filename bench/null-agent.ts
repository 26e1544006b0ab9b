// The floor: one request, bare fetch, deltas to stdout. What this costs no real agent can beat by much.
if (process.argv.includes("--version")) {
  process.stdout.write("null-agent 1\n");
} else {
  const response = await fetch(`${process.env["BENCH_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer x" },
    body: JSON.stringify({
      model: "test-1",
      stream: true,
      messages: [{ role: "user", content: process.argv.at(-1) }],
    }),
  });
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const delta = JSON.parse(line.slice(6)).choices?.[0]?.delta;
      if (delta?.content) process.stdout.write(delta.content);
    }
  }
  process.stdout.write("\n");
}
