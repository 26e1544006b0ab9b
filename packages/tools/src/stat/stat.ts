import { defineTool, ToolError, type Tool } from "@squire/agent";
import { z } from "zod";
import type { Look } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";
import type { FileServices } from "../files/services.ts";
import { shownName } from "../workspace/shown-name.ts";

type Stat = { readonly place: Place; readonly entry: Look; readonly real: Look | null };

export function statTool(services: Pick<FileServices, "files">): Tool {
  return defineTool({
    name: "stat",
    description: "Tell kind, size, mode and time of change of a file or folder.",
    effect: "read",
    input: z.object({ path: z.string().min(1) }),

    subject: ({ path }) => path,

    async run({ path }, { signal }): Promise<Stat> {
      const { files } = services;
      const place = await files.entry(path);
      const entry = await files.look(place);
      if (entry === null) {
        // Says that there is none, and what there is.
        await files.begin(place, { most: 0, hashed: 0, signal });
        throw new ToolError(`There is no ${shownName(path)}.`);
      }
      if (entry.kind !== "link") return { place, entry, real: null };
      return { place, entry, real: await lookBehind(services, path) };
    },

    toModel: statWords,

    details: ({ place, entry }) => ({
      data: {
        path: place.path,
        kind: entry.kind,
        bytes: entry.bytes,
        mode: entry.mode,
        modifiedAt: entry.modifiedAt,
      },
    }),

    summary: ({ path }) => `stat ${shownName(path)}`,
  });
}

/** Null for a link that leads nowhere. */
async function lookBehind(
  { files }: Pick<FileServices, "files">,
  path: string,
): Promise<Look | null> {
  try {
    return await files.look(await files.place(path));
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

function statWords({ place, entry, real }: Stat): string {
  const { kind, bytes, mode, modifiedAt, target } = entry;
  const lead = real === null ? "nowhere" : `a ${real.kind}, ${real.bytes} bytes`;
  return [
    `path: ${shownName(place.path)}`,
    `kind: ${kind}`,
    ...(target === null ? [] : [`leads to: ${shownName(target)} (${lead})`]),
    ...(kind === "file" ? [`bytes: ${bytes}`] : []),
    `mode: ${mode.toString(8).padStart(4, "0")}`,
    `modified: ${new Date(modifiedAt).toISOString()}`,
    ...(place.writable ? [] : ["outside of what may be written"]),
  ].join("\n");
}
