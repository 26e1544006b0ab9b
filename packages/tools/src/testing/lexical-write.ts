import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { defineTool, ToolError } from "@squire/agent";
import { z } from "zod";
import { isInside } from "@squire/platform";

/** A planted twin of `write` that believes in names: it judges paths without following links. */
export const lexicalWrite = defineTool({
  name: "write",
  description: "",
  effect: "write",
  input: z.object({ path: z.string(), content: z.string() }),
  async run({ path, content }, { cwd }) {
    const absolute = resolve(cwd, path);
    if (!isInside(cwd, absolute)) throw new ToolError("outside");
    await mkdir(dirname(absolute), { recursive: true });
    await writeFile(absolute, content);
  },
  toModel: () => "",
  summary: () => "",
});
