import type { Tool, ToolOutput } from "@squire/agent";
import type { JsonValue } from "@squire/protocol";
import { z } from "zod";
import { plainMarkdown } from "../sources/plain-markdown.ts";
import type { Notebook } from "../turn/notebook.ts";

export type FetchServices = {
  readonly notebook: Notebook;
  /** The whole text that was fetched, by its artifact; null where it is not kept. */
  readonly textOf: (artifactId: string) => Promise<string | null>;
};

/** `web_fetch`, such that what it read can be quoted: the whole page, not only what was shown of it. */
export function openingFetch(tool: Tool, services: FetchServices): Tool {
  return {
    ...tool,
    prepare(args) {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const { call } = prepared;
      return {
        ok: true,
        call: {
          ...call,
          async run(context) {
            const output = await call.run(context);
            await openPage(output, services);
            return output;
          },
        },
      };
    },
  };
}

async function openPage(output: ToolOutput, { notebook, textOf }: FetchServices): Promise<void> {
  const { data, artifactId } = output.details;
  const page = pageOf(data);
  if (page === null) return;
  const whole = artifactId === undefined ? null : await textOf(artifactId);
  // Kept as it is read: quotes are of words, and marks of links are none.
  const { text } = plainMarkdown(whole ?? shownText(output));
  notebook.open({ kind: "web", ...page, text });
}

const Page = z.object({ url: z.string(), title: z.string(), fetchedAt: z.string() });

function pageOf(data: JsonValue | undefined) {
  const read = Page.safeParse(data);
  if (!read.success) return null;
  const { url, title, fetchedAt } = read.data;
  const at = Date.parse(fetchedAt);
  return { place: url, title, fetchedAt: Number.isNaN(at) ? 0 : at };
}

/** Without a disk only what was shown can be quoted. */
function shownText({ content }: ToolOutput): string {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return /<untrusted[^>]*>\n([\s\S]*)\n<\/untrusted>/.exec(text)?.[1] ?? text;
}
