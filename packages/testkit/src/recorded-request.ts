import type { IncomingMessage } from "node:http";
import type { JsonValue } from "@squire/protocol";
import { parseJson } from "./read-json.ts";
import type { WireName } from "./render.ts";
import { wireOf } from "./routes.ts";

/** How an answer ended: all of it sent, the socket destroyed on purpose, or the client gone. */
export type AnswerOutcome = "sent" | "reset" | "client-gone";

/** One request as it arrived. */
export type RecordedRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
  /** Undefined when the body is no JSON. */
  readonly json: JsonValue | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null for anything that does not ask a model. */
  readonly wire: WireName | null;
  /** Resolves when the answer is over. */
  readonly ended: Promise<AnswerOutcome>;
};

export async function recordRequest(
  incoming: IncomingMessage,
  ended: Promise<AnswerOutcome>,
): Promise<RecordedRequest> {
  const at = Date.now();
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bodyText = Buffer.concat(chunks).toString("utf8");
  const method = incoming.method ?? "";
  const path = incoming.url ?? "";
  const wire = method === "POST" ? wireOf(path) : null;
  const headers = headersOf(incoming);
  return Object.freeze({
    method,
    path,
    headers,
    bodyText,
    json: parseJson(bodyText),
    at,
    wire,
    ended,
  });
}

/** A short account for the messages of failing tests. */
export function describeRequest({ method, path, bodyText }: RecordedRequest): string {
  const body = bodyText.length > 4_000 ? `${bodyText.slice(0, 4_000)}…` : bodyText;
  return `${method} ${path}\n${body}`;
}

function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}
