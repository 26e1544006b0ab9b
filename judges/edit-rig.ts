import { ToolError, type Tool, type ToolContext } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { JsonObject } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { createSeen, editTools, openFiles } from "@squire/tools";
import type { EditVariant } from "@squire/tools";

export type Texts = Readonly<Record<string, string>>;

/** A folder of its own with the real tool of a variant in it. */
export type EditRig = AsyncDisposable & {
  /** Whether the edit was done; false where the model was told that it was not. */
  edit(args: JsonObject): Promise<boolean>;
  texts(): Promise<Texts>;
};

export async function editRig(variant: EditVariant, before: Texts): Promise<EditRig> {
  const dir = await tempWorkspace(before);
  const files = await openFiles({ cwd: dir.root });
  const services = { files, seen: createSeen(), onChanged: () => {} };
  const [tool] = editTools(services, variant);
  if (tool === undefined) throw new Error(`The variant ${variant} has no tool.`);
  return {
    edit: (args) => run(tool, args, dir.root),
    async texts() {
      const names = (await dir.list()).filter((name) => !name.endsWith("/"));
      const texts = names.map(async (name) => [name, await dir.read(name)] as const);
      return Object.fromEntries(await Promise.all(texts));
    },
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}

async function run(tool: Tool, args: JsonObject, cwd: string): Promise<boolean> {
  const prepared = tool.prepare(args);
  if (!prepared.ok) return false;
  try {
    await prepared.call.run(contextIn(cwd));
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

function contextIn(cwd: string): ToolContext {
  const none = (): never => {
    throw new Error("An edit keeps no artifact.");
  };
  return {
    cwd,
    signal: new AbortController().signal,
    callId: "call",
    sessionId: "judge",
    report: () => {},
    artifacts: { save: none, stream: none },
    env: {},
    clock: systemClock,
  };
}
