import type { HostConnection, Usage } from "@squire/protocol";
import { HostError, NO_USAGE } from "@squire/protocol/values";
import { promptOf } from "./completion-prompt.ts";
import { readCompletionRequest, type CompletionRequest } from "./completion-request.ts";
import { oneTurn, type TurnPiece } from "./one-turn.ts";
import { jsonReply, reply } from "./reply.ts";

type Head = { readonly id: string; readonly created: number; readonly model: string };

export type CompletionInput = {
  readonly body: unknown;
  readonly now: number;
  /** Fires when whoever asked has gone. */
  readonly signal: AbortSignal;
};

/** `POST /v1/chat/completions` (GW-13): one turn of the agent, for programs that know only this. */
export async function completionReply(
  connection: HostConnection,
  { body, now, signal }: CompletionInput,
): Promise<Response> {
  const read = readCompletionRequest(body);
  if (!read.ok) return failure(400, read.message, "invalid_request_error");
  const { request } = read;
  const sessionKey = await sessionFor(connection, request);
  const { session } = await connection.call("sessions.attach", { sessionKey });
  const id = `chatcmpl-${crypto.randomUUID()}`;
  const head = { id, created: Math.floor(now / 1000), model: session.model };
  const gone = new AbortController();
  const left = AbortSignal.any([gone.signal, signal]);
  const pieces = oneTurn(connection, { sessionKey, message: promptOf(request), signal: left });
  if (request.stream !== true) return whole(pieces, head);
  const hasUsage = request.stream_options?.include_usage === true;
  return streamed(chunks(pieces, head, hasUsage), {
    left: () => gone.abort(),
    over: () => connection.close(),
  });
}

/** Without one of its own a request has a session that is not kept and has no tools: nothing acts. */
async function sessionFor(
  connection: HostConnection,
  { session, model = "squire" }: CompletionRequest,
): Promise<string> {
  const chosen = model === "squire" ? {} : { model };
  if (session === undefined) {
    const wanted = { ephemeral: true, mode: "chat", ...chosen } as const;
    return (await connection.call("sessions.create", wanted)).sessionKey;
  }
  const { session: found } = await connection.call("sessions.attach", { sessionKey: session });
  if (model !== "squire") await connection.call("models.set", { sessionKey: found.id, model });
  return found.id;
}

async function whole(pieces: AsyncIterable<TurnPiece>, head: Head): Promise<Response> {
  let content = "";
  for await (const piece of pieces) {
    if (piece.type === "text") content += piece.text;
    else if (piece.type === "turn.failed") {
      return failure(502, piece.failure.message, piece.failure.code);
    } else {
      const message = { role: "assistant", content };
      const choices = [{ index: 0, message, finish_reason: finishOf(piece) }];
      return jsonReply(200, { ...head, object: "chat.completion", choices, usage: usageOf(piece) });
    }
  }
  return failure(502, "The session was closed.", "server_error");
}

function streamed(
  lines: AsyncGenerator<string, void, void>,
  { left, over }: { readonly left: () => void; readonly over: () => Promise<void> },
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done !== true) return controller.enqueue(encoder.encode(`data: ${value}\n\n`));
      controller.close();
      await over();
    },
    // The generator waits for the turn, which ends now.
    cancel: async () => {
      left();
      await lines.return();
      await over();
    },
  });
  return reply(200, body, { "content-type": "text/event-stream; charset=utf-8" });
}

async function* chunks(
  pieces: AsyncIterable<TurnPiece>,
  head: Head,
  hasUsage: boolean,
): AsyncGenerator<string, void, void> {
  const chunk = (delta: object, finish_reason: string | null): string => {
    const choices = [{ index: 0, delta, finish_reason }];
    return JSON.stringify({ ...head, object: "chat.completion.chunk", choices });
  };
  yield chunk({ role: "assistant", content: "" }, null);
  try {
    for await (const piece of pieces) {
      if (piece.type === "text") yield chunk({ content: piece.text }, null);
      else if (piece.type === "turn.failed") {
        const { message, code } = piece.failure;
        yield JSON.stringify({ error: { message, type: code, code } });
      } else {
        yield chunk({}, finishOf(piece));
        const object = "chat.completion.chunk";
        if (hasUsage) {
          yield JSON.stringify({ ...head, object, choices: [], usage: usageOf(piece) });
        }
      }
    }
  } catch (error) {
    // The head is gone already: all that is left is to say it in the stream.
    const message = error instanceof HostError ? error.message : "Squire failed.";
    yield JSON.stringify({ error: { message, type: "server_error" } });
  }
  yield "[DONE]";
}

type End = Exclude<TurnPiece, { readonly type: "text" | "turn.failed" }>;

function finishOf(end: End): string {
  return end.type === "turn.finished" && end.reason !== "stop" ? "length" : "stop";
}

function usageOf(end: End) {
  const { input, output }: Usage = end.type === "turn.finished" ? end.usage : NO_USAGE;
  const [prompt_tokens, completion_tokens] = [input ?? 0, output ?? 0];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function failure(status: number, message: string, type: string): Response {
  return jsonReply(status, { error: { message, type, code: type } });
}
