import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** When each request of a run arrived and when its reply had left, by `performance.now()`. */
export type Beat = { readonly arrived: number; readonly replied: number };

export type CallModel = {
  readonly baseUrl: string;
  /** The beats since the last call of this. */
  take(): readonly Beat[];
  close(): void;
};

/** A Chat Completions server that asks for one file after the other, then answers. */
export async function startCallModel(files: readonly string[]): Promise<CallModel> {
  let beats: Beat[] = [];
  const server = createServer((request, response) => {
    const arrived = performance.now();
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(reply(files, answered(body)));
      beats.push({ arrived, replied: performance.now() });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    take: () => {
      const taken = beats;
      beats = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How many calls have their outcome. Counting marks is enough and takes the server no time. */
function answered(body: string): number {
  return body.split('"role":"tool"').length - 1;
}

function reply(files: readonly string[], step: number): string {
  const file = files[step];
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  if (file === undefined) {
    return [
      frame({ delta: { role: "assistant", content: "All read." }, finish_reason: null }),
      frame({ delta: {}, finish_reason: "stop" }, usage),
      "data: [DONE]\n\n",
    ].join("");
  }
  const call = {
    index: 0,
    id: `call_${step}`,
    type: "function",
    function: { name: "read", arguments: JSON.stringify({ path: file }) },
  };
  return [
    frame({ delta: { role: "assistant", tool_calls: [call] }, finish_reason: null }),
    frame({ delta: {}, finish_reason: "tool_calls" }, usage),
    "data: [DONE]\n\n",
  ].join("");
}

function frame(choice: object, usage?: object): string {
  const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "test-1" };
  const body = { ...chunk, choices: [{ index: 0, ...choice }], ...(usage ? { usage } : {}) };
  return `data: ${JSON.stringify(body)}\n\n`;
}
