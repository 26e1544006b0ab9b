import { defineTool, ToolError } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { z } from "zod";
import type { OpenedSource } from "../sources/source.ts";
import type { LocalServices } from "./local-search.ts";

const CHARS = { default: 8_000, most: 32_000 };

/** Shows more of a document that a search has named. */
export function openSourceTool({ notebook, index, wrap }: LocalServices): Tool {
  return defineTool({
    name: "open_source",
    description: "Show the text of a document that local_search or web_fetch has named.",
    effect: "read",
    input: z.object({
      source: z.string().trim().min(1).describe("Its path or address, as it was shown"),
      from: z.number().int().nonnegative().optional().describe("First character, default 0"),
      maxChars: z.number().int().positive().optional().describe(`Default ${CHARS.default}`),
    }),

    async run({ source, from = 0, maxChars = CHARS.default }, { signal }) {
      const known = notebook.sources.find(source);
      if (known !== null) return part({ ...known, foreign: isForeign(known) }, from, maxChars);
      const document = (await index(signal)).find(source);
      if (document === null) {
        throw new ToolError(`There is no document ${source}. Search for it with local_search.`);
      }
      notebook.open({ ...document, fetchedAt: document.changedAt });
      return part(document, from, maxChars);
    },

    toModel: ({ place, title, text, from, total }) => {
      const end = from + text.length;
      const rest =
        end < total ? `\n(${from}–${end} of ${total} characters; go on with from: ${end})` : "";
      return `${title}\nsource: ${place}\n${wrap(place, text)}${rest}`;
    },
    details: ({ text, foreign, ...shown }) => ({
      untrusted: foreign,
      truncated: text.length < shown.total,
      data: shown,
    }),
    summary: ({ source }) => `open ${source}`,
  });
}

type Shown = {
  readonly place: string;
  readonly title: string;
  readonly text: string;
  readonly foreign: boolean;
};

/** What was opened by a search has been judged there; of others only files are the user's own. */
function isForeign(source: OpenedSource): boolean {
  return "foreign" in source ? source.foreign === true : source.kind !== "file";
}

function part({ place, title, text, foreign }: Shown, from: number, maxChars: number) {
  const shown = text.slice(from, from + Math.min(CHARS.most, maxChars));
  return { place, title, foreign, text: shown, from, total: text.length };
}
