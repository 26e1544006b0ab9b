import { createFetch, type Fetch } from "@squire/platform";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
  /** JSON where it is, else text. */
  readonly body: unknown;
};

export type DoubleAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON. */
  readonly body?: unknown;
};

export type Double = AsyncDisposable & {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly fetch: Fetch;
};

/** A provider on this machine that answers as it is told, over real HTTP. */
export async function startDouble(
  answers: readonly DoubleAnswer[] | ((asked: Asked) => DoubleAnswer),
): Promise<Double> {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await readRequest(request);
    const turn = asked.push(one) - 1;
    const answer = typeof answers === "function" ? answers(one) : answers[turn];
    send(response, answer ?? { status: 500, body: "no answer is left" });
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    fetch: createFetch({ env: {} }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? "", "http://double");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text.startsWith("{") ? (JSON.parse(text) as unknown) : text,
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: DoubleAnswer): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    "content-type": isText ? "text/html" : "application/json",
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body ?? {}));
}
