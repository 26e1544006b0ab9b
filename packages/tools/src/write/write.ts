import { defineTool } from "@squire/agent";
import { z } from "zod";
import { onDisk } from "../workspace/disk-problem.ts";
import { firstBytes } from "../workspace/first-bytes.ts";
import { shownName } from "../workspace/shown-name.ts";
import { encodeText, FORM_BYTES, textFormOf } from "../workspace/text-form.ts";
import { replaceFile } from "./replace-file.ts";
import { writeTarget, type Target } from "./write-target.ts";

export const write = defineTool({
  name: "write",
  description: "Create or overwrite a file with the whole content; makes missing folders.",
  effect: "write",
  input: z.object({
    path: z.string().min(1).describe("Inside the workspace"),
    content: z.string(),
  }),

  subject: ({ path }) => path,

  run: ({ path, content }, { cwd, signal }) =>
    onDisk("write", path, async () => {
      const target = await writeTarget(cwd, path);
      const bytes = await bytesFor(target, content, signal);
      signal.throwIfAborted();
      await replaceFile(target, bytes);
      return { name: target.name, bytes: bytes.length, before: target.existing?.size ?? null };
    }),

  toModel({ name, bytes, before }) {
    if (before === null) return `Created ${shownName(name)} (${bytes} bytes).`;
    return `Overwrote ${shownName(name)} (${bytes} bytes, before ${before}).`;
  },

  details: ({ name, bytes, before }) => ({
    changedFiles: [name],
    data: { bytes, created: before === null },
  }),

  summary: ({ path }) => `write ${shownName(path)}`,
});

/** A text that is there keeps its line ends, mark and encoding; anything else is written as given. */
async function bytesFor(
  { path, existing }: Target,
  content: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const asGiven = Buffer.from(content, "utf8");
  if (existing === null) return asGiven;
  const { bytes } = await firstBytes(path, FORM_BYTES, signal);
  const form = textFormOf(bytes);
  return form === null ? asGiven : encodeText(content, form);
}
