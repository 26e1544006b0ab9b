import { defineTool } from "@squire/agent";
import type { Tool, ToolContext } from "@squire/agent";
import { z } from "zod";
import type { CodeHit } from "../code/search-code.ts";

/** What stands behind the tool: a search of the workspace of the call. Fails with `ToolError`. */
export type SearchWorkspace = (
  query: { readonly text: string; readonly k: number },
  context: Pick<ToolContext, "cwd" | "signal">,
) => Promise<readonly CodeHit[]>;

const USUAL = 8;
const MOST = 20;
/** All passages together; about 3,000 tokens. */
const MOST_CHARS = 12_000;
const MOST_PASSAGE_CHARS = 1_600;

/** Search of the workspace by meaning and by words (SRCH-10). */
export function semanticSearchTool(search: SearchWorkspace): Tool {
  return defineTool({
    name: "semantic_search",
    description:
      "Find places in the workspace by what they do, in your own words; grep finds exact text.",
    effect: "read",
    input: z.object({
      query: z.string().min(1).describe("What the code does, or what it is called"),
      k: z.number().int().min(1).max(MOST).optional().describe(`How many; ${USUAL} by default`),
    }),
    subject: ({ query }) => query,
    run: ({ query, k = USUAL }, context) => search({ text: query, k }, context),
    toModel: placesText,
    summary: ({ query }) => `search the workspace for ${query}`,
  });
}

/** Each place with its lines; long passages are cut, and say so. */
export function placesText(hits: readonly CodeHit[]): string {
  if (hits.length === 0) return "Nothing in the index is like this. Use grep with exact words.";
  const room = Math.min(MOST_PASSAGE_CHARS, Math.floor(MOST_CHARS / hits.length));
  const places = hits.map(({ path, first, last, name, text }) => {
    const head = `${path}:${first}-${last}${name === null ? "" : `  ${name}`}`;
    return `${head}\n${passage(text, room)}`;
  });
  const isByMeaning = hits.every(({ parts }) => parts.words === 0);
  const intro = isByMeaning ? ["Nothing has these words; this is nearest in meaning:"] : [];
  return [...intro, ...places].join("\n\n");
}

/** Whole lines from the beginning, as many as fit. */
function passage(text: string, room: number): string {
  if (text.length <= room) return text;
  const lines = text.split("\n");
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > room && shown.length > 0) break;
    shown.push(line.slice(0, room));
  }
  const rest = lines.length - shown.length;
  return rest === 0 ? shown.join("\n") : `${shown.join("\n")}\n[… ${rest} more lines]`;
}
