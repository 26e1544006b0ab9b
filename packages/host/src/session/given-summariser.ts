import type { Summariser } from "@squire/agent";

/** Words that somebody else has written already stand for a model that writes them (SES-8). */
export function givenSummariser({ summary }: { readonly summary: string }): Summariser {
  return { id: "extension", ask: () => Promise.resolve({ ok: true, text: summary, usage: null }) };
}
