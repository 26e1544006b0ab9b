import { breakBetween } from "../context/prefix-break.ts";
import type { NextRequest, Turn } from "./turn-state.ts";

/** No request leaves before its entry is durable (invariant 4). Resolves with its id. */
export async function recordRequest(
  turn: Turn,
  step: number,
  { model, prefix, request }: NextRequest,
): Promise<string> {
  const { ports, state, runId } = turn;
  const requestId = ports.ids();
  const { hash, bytes } = ports.digest(request);
  const { mode } = turn.settings;
  const now = { model: model.id, fingerprint: prefix.fingerprint, prefix, mode };
  const cause = breakBetween(state.sent, now);
  const tokensLost = state.sent?.promptTokens ?? 0;
  await Promise.all([
    ...(cause === null
      ? []
      : [
          ports.log.append<"prefix_break">({
            type: "prefix_break",
            cause,
            bytesSaved: 0,
            tokensLost,
            prefixHash: prefix.fingerprint,
          }),
        ]),
    ports.log.append<"request_sent">({
      type: "request_sent",
      requestId,
      runId,
      step,
      kind: "turn",
      model: model.id,
      prefixHash: prefix.fingerprint,
      bodyHash: hash,
      bodyBytes: bytes,
    }),
  ]);
  if (cause !== null) ports.emit({ type: "prefix.changed", cause, tokensLost });
  state.sent = { ...now, promptTokens: tokensLost };
  return requestId;
}
