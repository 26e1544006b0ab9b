import { defineTool, ToolError } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { z } from "zod";
import type { Notebook } from "../turn/notebook.ts";

const MOST_QUOTE = 2_000;
const MOST_LISTED = 10;

/** Keeps what backs a claim; a quote that does not stand in an opened source is refused (RES-15). */
export function noteEvidenceTool(notebook: Notebook): Tool {
  return defineTool({
    name: "note_evidence",
    description:
      "Keep a claim with the exact words of an opened source that back it. The report is written from these notes alone.",
    effect: "read",
    concurrency: "exclusive",
    input: z.object({
      claim: z.string().trim().min(1).max(1000).describe("One sentence in your words"),
      quote: z
        .string()
        .trim()
        .min(1)
        .max(MOST_QUOTE)
        .describe(
          "Copied word for word: a sentence or two with the figures and names of the claim",
        ),
      source: z.string().trim().min(1).describe("Its address or path, as it was shown"),
    }),

    async run(input) {
      const noted = await notebook.note(input);
      switch (noted.type) {
        case "noted":
          return noted.note;
        case "unopened":
          throw new ToolError(unopenedText(input.source, noted.opened));
        case "missing":
          throw new ToolError(missingText(noted.place, noted.nearest));
      }
    },

    toModel: ({ n, status, source }) => `Note [${n}] is kept (${status} in ${source.place}).`,
    details: ({ n, status, source, start, end }) => ({
      data: { n, status, source: source.place, start, end, sha256: source.sha256 },
      ...(source.artifactId === null ? {} : { artifactId: source.artifactId }),
    }),
    summary: ({ claim }) => `note ${claim}`,
  });
}

function unopenedText(source: string, opened: readonly string[]): string {
  const list = opened
    .slice(0, MOST_LISTED)
    .map((place) => `\n- ${place}`)
    .join("");
  const known = list === "" ? "Nothing is open yet." : `Open are:${list}`;
  return `${source} was not opened, so nothing can be quoted from it. Open it first. ${known}`;
}

function missingText(place: string, nearest: string | null): string {
  const there = nearest === null ? "" : `\nThe nearest words there: “${nearest}”`;
  return `These words do not stand in ${place}. Copy them exactly, without leaving anything out.${there}`;
}
