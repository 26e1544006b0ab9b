import type { Tool, ToolContext, ToolOutput } from "@squire/agent";
import { createSeen } from "../files/create-seen.ts";
import type { FileTree } from "../files/file-tree.ts";
import type { FileServices } from "../files/services.ts";
import { openFiles, type FilesOptions } from "../files/open-files.ts";

export type TestServices = FileServices & {
  /** What `onChanged` was told, call by call. */
  readonly changes: readonly (readonly string[])[];
};

/** Services over a real folder. */
export async function servicesFor(
  cwd: string,
  options: Omit<FilesOptions, "cwd"> = {},
): Promise<TestServices> {
  const changes: (readonly string[])[] = [];
  const files = await openFiles({ cwd, ...options });
  return { files, seen: createSeen(), onChanged: (paths) => void changes.push(paths), changes };
}

/** A tool that opens its workspace anew for each call, and has seen nothing before. */
export function anew(make: (services: TestServices) => Tool): Tool {
  const shape = make({ files: NO_FILES, seen: createSeen(), onChanged: () => {}, changes: [] });
  return {
    ...shape,
    prepare(args) {
      const prepared = shape.prepare(args);
      if (!prepared.ok) return prepared;
      const run = async (context: ToolContext): Promise<ToolOutput> => {
        const tool = make(await servicesFor(context.cwd));
        const again = tool.prepare(args);
        if (!again.ok) throw new Error("It was valid a moment ago.");
        return again.call.run(context);
      };
      return { ok: true, call: { ...prepared.call, run } };
    },
  };
}

const NO_FILES = new Proxy<FileTree>(Object.create(null), {
  get() {
    throw new Error("There are no files before a call runs.");
  },
});
