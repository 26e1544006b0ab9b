import { createBuiltIns, inertServices } from "@squire/tools";
import type { Tool } from "@squire/agent";
import type { Settings } from "../settings/to-settings.ts";

/** A built-in tool that is not offered here, and why (TOOL-12). */
export type AbsentTool = { readonly name: string; readonly reason: string };

/** Which built-in tools the settings leave out. */
export function absentTools(
  present: readonly Pick<Tool, "name">[],
  { tools, edit, fs }: Pick<Settings, "tools" | "edit" | "fs">,
): readonly AbsentTool[] {
  const here = new Set(present.map(({ name }) => name));
  const { enabled } = tools;
  const reasonFor = ({ name, effect }: Tool): string => {
    if (enabled.length > 0 && !enabled.includes(name)) return "tools.enabled does not name it";
    if (!fs.allowWrite && effect === "write") return "fs.allow_write is off";
    if (/^(?:multi_)?edit$/.test(name) && edit.variant !== "replace") {
      return `edit.variant is ${edit.variant}`;
    }
    return "it is not available here";
  };
  const options = { allowWrite: true, editVariant: "replace", enabled: [] } as const;
  return createBuiltIns(inertServices(), options)
    .filter(({ name }) => !here.has(name))
    .map((tool) => ({ name: tool.name, reason: reasonFor(tool) }));
}
