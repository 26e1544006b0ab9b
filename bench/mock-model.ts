import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type MockModel = {
  readonly baseUrl: string;
  /** When the newest request arrived, by `performance.now()`. */
  readonly lastArrival: () => number;
  readonly close: () => void;
};

/** A Chat Completions server that answers every request with the same prepared deltas. */
export async function startMockModel(deltas: number, deltaText: string): Promise<MockModel> {
  const payload = Buffer.from(streamText(deltas, deltaText));
  let arrival = 0;
  const server = createServer((request, response) => {
    arrival = performance.now();
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      // Network-sized pieces, as a real service sends them.
      for (let at = 0; at < payload.length; at += 16_384) {
        response.write(payload.subarray(at, at + 16_384));
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    lastArrival: () => arrival,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function streamText(deltas: number, deltaText: string): string {
  const frame = (choice: object, usage?: object) =>
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "test-1", choices: [{ index: 0, ...choice }], ...(usage ? { usage } : {}) })}\n\n`;
  const parts = [frame({ delta: { role: "assistant", content: "" }, finish_reason: null })];
  for (let n = 0; n < deltas; n++) {
    parts.push(frame({ delta: { content: deltaText }, finish_reason: null }));
  }
  const usage = { prompt_tokens: 10, completion_tokens: deltas, total_tokens: deltas + 10 };
  parts.push(frame({ delta: {}, finish_reason: "stop" }, usage), "data: [DONE]\n\n");
  return parts.join("");
}
