import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";

export type MoveServices = {
  /** Binds files, shell and memory to another folder; fails with `ToolError` where it cannot. */
  readonly moveTo: (path: string) => Promise<{ readonly root: string }>;
};

export function changeWorkspaceTool({ moveTo }: MoveServices): Tool {
  return defineTool({
    name: "change_workspace",
    description: "Move to another folder, if the user agrees; ends the turn.",
    effect: "execute",
    requiresApproval: true,
    input: z.object({ path: z.string().min(1) }),
    subject: ({ path }) => path,
    run: ({ path }) => moveTo(path),
    toModel: ({ root }) => `The workspace is now ${root}.`,
    details: ({ root }) => ({ data: { root }, endsTurn: "stop" }),
    summary: ({ path }) => `move to ${path}`,
  });
}
