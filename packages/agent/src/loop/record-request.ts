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
  const { cacheKey: _key, ...options } = turn.settings.request;
  const { fingerprint, system, tools } = prefix;
  const now = { model: model.id, fingerprint, prefix, mode, options };
  const cause = breakBetween(state.sent, now);
  const tokensLost = state.sent?.promptTokens ?? 0;
  const isNew = !state.told.has(fingerprint);
  await Promise.all([
    ...(isNew
      ? [ports.log.append<"prefix">({ type: "prefix", hash: fingerprint, system, tools })]
      : []),
    ...(cause === null
      ? []
      : [
          ports.log.append<"prefix_break">({
            type: "prefix_break",
            cause,
            bytesSaved: 0,
            tokensLost,
            prefixHash: fingerprint,
          }),
        ]),
    ports.log.append<"request_sent">({
      type: "request_sent",
      requestId,
      runId,
      step,
      kind: "turn",
      model: model.id,
      prefixHash: fingerprint,
      bodyHash: hash,
      bodyBytes: bytes,
      options,
    }),
  ]);
  state.told.add(fingerprint);
  if (cause !== null) ports.emit({ type: "prefix.changed", cause, tokensLost });
  state.sent = { ...now, promptTokens: tokensLost };
  return requestId;
}
