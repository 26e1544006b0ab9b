import { userFailureOf, userText } from "@squire/protocol/values";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import type { HostFlags } from "../open-host.ts";

export type Tried =
  | { readonly ok: true; readonly model: string; readonly ms: number }
  | { readonly ok: false; readonly message: string; readonly advice: string | null };

const LIMIT_MS = 30_000;
const MOST_TOKENS = 64;

/** One tiny request, with the key and the settings as they are now kept. Never rejects. */
export async function tryModel(reference: string, flags: HostFlags, io: Io): Promise<Tried> {
  const host = await openHostFor({ ...flags, model: reference }, io);
  const choice = await host.models.choose();
  if (!choice.ok) return failed(choice.failure.message, choice.failure.advice);
  const { provider, id } = choice.model;
  const model = await host.models.open(choice.model);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(LIMIT_MS)]);
  const started = Date.now();
  const messages = [userText("Reply with the word OK.")];
  const request = { model: id, messages, tools: [], maxTokens: MOST_TOKENS };
  const end = await model.stream(request, { signal }).result();
  if (end.type === "error") {
    const { message, advice } = userFailureOf(end.failure);
    return failed(message, advice);
  }
  const { origin } = end.message;
  if (origin.provider !== provider) {
    return failed(`${provider} did not answer; ${origin.provider} did in its place.`);
  }
  return { ok: true, model: `${provider}/${id}`, ms: Date.now() - started };
}

function failed(message: string, advice?: string): Tried {
  return { ok: false, message, advice: advice ?? null };
}
