import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FaceModel = {
  readonly baseUrl: string;
  /** Characters of text that were sent, and calls. */
  readonly sent: () => { readonly text: number; readonly calls: number };
  readonly close: () => void;
};

type Asked = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };

/** Tokens a second, and how long a reply lasts before it calls a tool. */
const TOKENS_PER_SECOND = 200;
const REPLY_SECONDS = 5;
const CALLS_PER_REPLY = 10;

/**
 * A model for the terminal face. `stream N`: N seconds of text at 200 tokens a second, with a call
 * every five seconds. `items N`: calls until the transcript has N items. Anything else: a word.
 */
export async function startFaceModel(): Promise<FaceModel> {
  const sent = { text: 0, calls: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      void answer(JSON.parse(Buffer.concat(parts).toString()) as Asked, response, sent);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    sent: () => ({ ...sent }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Sent = { text: number; calls: number };

async function answer({ messages }: Asked, response: ServerResponse, sent: Sent): Promise<void> {
  const from = messages.findLastIndex(({ role }) => role === "user");
  const task = JSON.stringify(messages[from]?.content ?? "");
  const steps = messages.slice(from).filter(({ role }) => role === "assistant").length;
  const [, kind, many = "0"] = /(stream|items) (\d+)/.exec(task) ?? [];
  if (kind === "stream") {
    await stream(response, sent, steps);
    const isLast = (steps + 1) * REPLY_SECONDS >= Number(many);
    return end(response, sent, isLast ? 0 : 1, steps);
  }
  const isLast = kind !== "items" || steps * CALLS_PER_REPLY >= Number(many);
  if (isLast) say(response, sent, "done");
  return end(response, sent, isLast ? 0 : CALLS_PER_REPLY, steps);
}

/** By the clock: what a slow machine has missed comes with the next piece. */
async function stream(response: ServerResponse, sent: Sent, step: number): Promise<void> {
  const started = performance.now();
  for (let token = 0; token < REPLY_SECONDS * TOKENS_PER_SECOND;) {
    const due = ((performance.now() - started) / 1000) * TOKENS_PER_SECOND;
    for (; token < due; token++) say(response, sent, tokenText(step, token));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const WORDS = ["the ", "stream ", "goes ", "on ", "and ", "on, ", "word ", "by "];

/** A long answer with headings, code and words of many lengths: about four letters a token. */
function tokenText(step: number, token: number): string {
  const at = token % 500;
  if (at === 0) return `\n\n## Part ${step} ${token}\n\n`;
  if (at === 150) return "\n\n```ts\n";
  if (at > 150 && at < 230) return at % 8 === 0 ? ";\nconst x" : ` v${at}`;
  if (at === 230) return "\n```\n\n";
  return token % 97 === 0 ? "\n\n" : (WORDS[token % 8] ?? "");
}

function say(response: ServerResponse, sent: Sent, text: string): void {
  sent.text += text.length;
  response.write(frame({ delta: { content: text }, finish_reason: null }));
}

function end(response: ServerResponse, sent: Sent, calls: number, step: number): void {
  for (let index = 0; index < calls; index++) {
    const id = `call_${step}_${index}`;
    const args = JSON.stringify({ path: "a.txt", from: index + 1 });
    const call = { index, id, type: "function", function: { name: "read", arguments: args } };
    response.write(frame({ delta: { tool_calls: [call] }, finish_reason: null }));
  }
  sent.calls += calls;
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  response.write(frame({ delta: {}, finish_reason: calls === 0 ? "stop" : "tool_calls" }, usage));
  response.end("data: [DONE]\n\n");
}

function frame(choice: object, usage?: object): string {
  const body = {
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "test-1",
    choices: [{ index: 0, ...choice }],
    ...(usage ? { usage } : {}),
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}
