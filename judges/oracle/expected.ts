/** What a reply must come out as, worked out without any of our own decoding code. */
export type Expected = {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly usage: { readonly input: number | null; readonly output: number | null };
  /** `error` for streams in which the vendor itself reports a failure or a refusal. */
  readonly stop: "stop" | "length" | "calls" | "error";
};

/** Calls decide: vendors disagree on what to call a reply that ends in calls. */
export function stopOf(called: boolean, cutShort: boolean): Expected["stop"] {
  if (cutShort) return "length";
  return called ? "calls" : "stop";
}
