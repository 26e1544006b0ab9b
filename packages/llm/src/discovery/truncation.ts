export type TruncationInput = {
  /** Our estimate of the prompt we sent, in tokens. */
  readonly estimatedInput: number;
  /** What the server says it read; null when it said nothing. */
  readonly reportedInput: number | null;
  /** The window we believe in; 0 = unknown. */
  readonly window: number;
};

/** Short prompts say nothing: estimates are rough, and templates add their share. */
const MIN_TOKENS = 2000;
/** Estimates can be off by a factor; twice as much is no longer a matter of estimating. */
const FAR_FEWER = 0.5;
/** No server has a smaller window: one that tells of fewer tokens does not count, it cuts nothing. */
const SMALLEST_WINDOW = 256;

/**
 * Whether a server quietly dropped a part of the prompt, as Ollama does beyond its window. Gives
 * the warning to show, or null.
 */
export function detectTruncation(input: TruncationInput): string | null {
  const { estimatedInput, reportedInput, window } = input;
  if (reportedInput === null || estimatedInput < MIN_TOKENS) return null;
  if (reportedInput < SMALLEST_WINDOW) return null;
  if (reportedInput >= estimatedInput * FAR_FEWER) return null;
  const limit = window > 0 && estimatedInput > window ? ` Its window is ${window} tokens.` : "";
  return (
    `The server read only ${reportedInput} of about ${Math.round(estimatedInput)} prompt tokens: it cut the conversation without saying so.${limit} ` +
    "Give the model a larger context (for Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx), or compact the conversation."
  );
}
