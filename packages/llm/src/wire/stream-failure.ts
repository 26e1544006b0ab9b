import type { ModelFailure } from "@squire/protocol";

export type Speaker = { readonly provider: string; readonly model: string };

/** The vendor would not go on; `message` is its own explanation where it gave one. */
export function refusedFailure({ provider, model }: Speaker, message: string): ModelFailure {
  const advice = "Rephrase the request, or pick another model with --model.";
  return { kind: "refused", message, advice, retryable: false, provider, model };
}

/** The body ended before the reply did. */
export function cutFailure(speaker: Speaker, sawFrames: boolean): ModelFailure {
  return brokenFailure(
    speaker,
    sawFrames
      ? "The stream was cut off before the reply was complete."
      : "The server closed the stream without sending anything.",
  );
}

/** What arrived is not a reply. */
export function brokenFailure({ provider, model }: Speaker, message: string): ModelFailure {
  const advice = "Try again; if it happens often, pick another model with --model.";
  return { kind: "protocol", message, advice, retryable: false, provider, model };
}
