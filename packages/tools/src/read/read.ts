import { defineTool } from "@squire/agent";
import { z } from "zod";
import { shownName } from "../workspace/shown-name.ts";
import { readPath } from "./read-path.ts";
import { seenToModel } from "./seen-to-model.ts";

const MOST_LINES = 2_000;

export const read = defineTool({
  name: "read",
  description: "Read a text file with line numbers, an image, or list a folder.",
  effect: "read",
  input: z.object({
    path: z.string().min(1).describe("Relative to the workspace, or absolute"),
    offset: z.int().min(0).max(1e9).optional().describe("First line, from 1"),
    limit: z.int().min(1).max(1e9).optional().describe(`Lines to show, default ${MOST_LINES}`),
  }),

  subject: ({ path }) => path,

  run: ({ path, offset = 1, limit = MOST_LINES }, { cwd, signal }) =>
    readPath({ cwd, path, from: Math.max(1, offset), count: limit }, signal),

  toModel: seenToModel,

  details: (seen) => ({ truncated: seen.type === "text" && seen.rest !== null }),

  summary: ({ path }) => `read ${shownName(path)}`,
});
