import { defineTool } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { z } from "zod";
import type { LocalHit, LocalIndex } from "../sources/local-index.ts";
import type { Notebook } from "../turn/notebook.ts";

const TOP_K = { default: 8, most: 20 };

export type LocalServices = {
  readonly notebook: Notebook;
  /** Made at the first search. */
  readonly index: (signal: AbortSignal) => Promise<LocalIndex>;
  /** Text of strangers is wrapped, so that it is read as data (SEC-11). */
  readonly wrap: (place: string, text: string) => string;
};

/** Searches documents, files and past sessions on this machine (RES-13). */
export function localSearchTool({ notebook, index, wrap }: LocalServices): Tool {
  return defineTool({
    name: "local_search",
    description:
      "Search the documents at hand: files, papers, past sessions. Gives the best passages, which may be quoted at once; open_source shows more of one.",
    effect: "read",
    concurrency: "exclusive",
    timeoutMs: 60_000,
    input: z.object({
      query: z.string().trim().min(1).max(2000),
      topK: z
        .number()
        .int()
        .optional()
        .describe(`How many documents, default ${TOP_K.default}, at most ${TOP_K.most}`),
    }),

    async run({ query, topK = TOP_K.default }, { signal }) {
      const local = await index(signal);
      const hits = local.search(query, Math.min(TOP_K.most, Math.max(1, topK)));
      notebook.noteFound({ query, places: hits.map(({ document }) => document.place) });
      for (const { document } of hits)
        notebook.open({ ...document, fetchedAt: document.changedAt });
      return { hits, searched: local.documents.length };
    },

    toModel: ({ hits, searched }) =>
      hits.length === 0
        ? `Nothing fits among ${searched} documents. Try other words.`
        : hits.map((hit, at) => hitText(hit, at, wrap)).join("\n\n"),
    details: ({ hits, searched }) => ({
      untrusted: hits.some(({ document }) => document.foreign),
      data: {
        searched,
        results: hits.map(({ document: { place, title }, score, start, end }) => ({
          source: place,
          title,
          score,
          start,
          end,
        })),
      },
    }),
    summary: ({ query }) => `search ${query}`,
  });
}

function hitText(
  { document: { place, title, text }, start, end }: LocalHit,
  at: number,
  wrap: LocalServices["wrap"],
): string {
  const more = start > 0 || end < text.length ? ` (${start}–${end} of ${text.length})` : "";
  return `${at + 1}. ${title}\nsource: ${place}${more}\n${wrap(place, text.slice(start, end).trim())}`;
}
