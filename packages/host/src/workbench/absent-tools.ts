import { createBuiltIns, inertServices } from "@squire/tools";
import type { Tool } from "@squire/agent";
import type { Settings } from "../settings/to-settings.ts";

/** A built-in tool that is not offered here, and why (TOOL-12). */
export type AbsentTool = { readonly name: string; readonly reason: string };

export type Machine = {
  readonly settings: Pick<Settings, "tools" | "edit" | "fs" | "search">;
  /** Why there are no parsers here; null when there are. */
  readonly noParsers: string | null;
};

/** Which built-in tools are left out by the settings or for want of a part of this machine. */
export function absentTools(
  present: readonly Pick<Tool, "name">[],
  machine: Machine,
): readonly AbsentTool[] {
  const here = new Set(present.map(({ name }) => name));
  const { enabled } = machine.settings.tools;
  const every = allOf(["all"]);
  // Those beyond the core are missed only by those who want them.
  const wanted = enabled.includes("all") ? every : allOf([]);
  const known = new Set(every.map(({ name }) => name));
  const odd = enabled.filter((name) => name !== "all" && !known.has(name) && !here.has(name));
  return [
    ...wanted
      .filter(({ name }) => !here.has(name))
      .map((tool) => ({ name: tool.name, reason: reasonFor(tool, machine) })),
    ...odd.map((name) => ({ name, reason: "tools.enabled names it, but there is no such tool" })),
  ];
}

function allOf(enabled: readonly string[]): readonly Tool[] {
  return createBuiltIns(inertServices(), { allowWrite: true, editVariant: "replace", enabled });
}

function reasonFor({ name, effect }: Tool, { settings, noParsers }: Machine): string {
  const { tools, fs, edit, search } = settings;
  const { enabled } = tools;
  if (enabled.length > 0 && !enabled.includes("all") && !enabled.includes(name)) {
    return "tools.enabled does not name it";
  }
  if (!search && name.startsWith("web_")) return "search is off";
  if (name === "image_gen") return "it needs GEMINI_API_KEY or OPENROUTER_API_KEY";
  if (!fs.allowWrite && effect === "write") return "fs.allow_write is off";
  if (name.startsWith("ast_") && noParsers !== null) return noParsers.replace(/\.$/, "");
  if (/^(?:multi_)?edit$/.test(name) && edit.variant !== "replace") {
    return `edit.variant is ${edit.variant}`;
  }
  return "it is not available here";
}
