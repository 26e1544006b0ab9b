import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { shownName } from "../workspace/shown-name.ts";
import { readPath } from "./read-path.ts";
import { isUrl, readUrl, type UrlView } from "./read-url.ts";
import type { ReadServices } from "./services.ts";
import { splitPath } from "./split-path.ts";
import { isCut, viewToModel } from "./view-to-model.ts";

const MOST_LINES = 2_000;

export function readTool(services: ReadServices): Tool {
  return defineTool({
    name: "read",
    description:
      "Read a text with line numbers, image, PDF, notebook, SQLite (db.sqlite:table), archive (a.zip/inner), folder or artifact://id.",
    effect: "read",
    input: z.object({
      path: z.string().min(1),
      offset: z.int().min(0).max(1e9).optional().describe("First line"),
      limit: z.int().min(1).max(1e9).optional().describe(`Lines, default ${MOST_LINES}`),
      selector: z.string().optional().describe("E.g. pages=3-5, table?where=a=1"),
    }),

    subject: ({ path }) => (isUrl(path) ? path : splitPath(path).file),

    async run(input, { signal, clock }): Promise<UrlView> {
      const { path, offset = 1, limit = MOST_LINES, selector = null } = input;
      const wish = { path, selector, from: Math.max(1, offset), count: limit };
      if (isUrl(path)) return readUrl(services, wish, signal);
      return { view: await readPath(services, wish, { signal, clock }), untrusted: false };
    },

    toModel: ({ view }) => viewToModel(view),

    details: ({ view, untrusted }) => ({
      truncated: isCut(view),
      ...(untrusted ? { untrusted } : {}),
    }),

    summary: ({ path }) => `read ${shownName(path)}`,
  });
}
