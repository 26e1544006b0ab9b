import type { Tool, ToolContext } from "@squire/agent";
import { createSeen } from "./files/create-seen.ts";
import { openFiles } from "./files/open-files.ts";
import type { FileToolServices } from "./file-tools.ts";

/** Plain services for a workspace, where nobody has put together better ones. */
export async function defaultServices(cwd: string): Promise<FileToolServices> {
  return { files: await openFiles({ cwd }), seen: createSeen(), onChanged: () => {} };
}

/**
 * Tools that learn at their first call in a session which workspace they work in, with services of
 * their own for each.
 */
export function perWorkspace(
  make: (services: FileToolServices) => readonly Tool[],
): readonly Tool[] {
  const opened = new Map<string, Promise<readonly Tool[]>>();
  const toolsFor = ({ cwd, sessionId }: ToolContext): Promise<readonly Tool[]> => {
    const key = JSON.stringify([sessionId, cwd]);
    const tools = opened.get(key) ?? defaultServices(cwd).then(make);
    opened.set(key, tools);
    return tools;
  };
  return make(NOWHERE).map((tool, at) => ({
    ...tool,
    prepare(args) {
      const prepared = tool.prepare(args);
      if (!prepared.ok) return prepared;
      const call = {
        ...prepared.call,
        async run(context: ToolContext) {
          const again = (await toolsFor(context))[at]?.prepare(args);
          return again?.ok === true ? again.call.run(context) : prepared.call.run(context);
        },
      };
      return { ok: true, call };
    },
  }));
}

/** For what tools say of themselves no file is needed. */
const NOWHERE: FileToolServices = {
  get files(): never {
    throw new Error("This tool has no workspace yet.");
  },
  seen: { note: () => {}, hashOf: () => null },
  onChanged: () => {},
};
