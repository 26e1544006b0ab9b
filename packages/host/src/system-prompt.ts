import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { UserFailure } from "@squire/protocol";
import type { Layer } from "./settings/layer.ts";
import type { LoadedSettings } from "./settings/load.ts";
import { readProjectText } from "./settings/read-text.ts";
import { valueAt } from "./settings/toml-value.ts";

export type SystemPrompt =
  | { readonly ok: true; readonly text: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly failure: UserFailure };

/**
 * The instructions the settings ask for; "" when they ask for none. The text beats the file. A file
 * of a project that cannot be used is told and passed over: no checkout stops a start.
 */
export async function systemPromptOf({
  settings: { agent },
  layers,
}: Pick<LoadedSettings, "settings" | "layers">): Promise<SystemPrompt> {
  if (agent.systemPrompt !== undefined) return { ok: true, text: agent.systemPrompt, warnings: [] };
  const warnings: string[] = [];
  for (const { layer, file } of layers.flatMap(namedFile)) {
    const isProject = layer.name === "project";
    try {
      const text = await (isProject
        ? projectText(file, dirname(layer.origin))
        : readFile(file, "utf8"));
      return { ok: true, text: text.trim(), warnings };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The system prompt cannot be read: ${reason}`;
      if (!isProject) return { ok: false, failure: { ...UNREAD, message } };
      warnings.push(`${layer.origin}: agent.system_prompt_file: ignored: ${message}`);
    }
  }
  return { ok: true, text: "", warnings };
}

const UNREAD = {
  code: "config",
  advice: "Correct agent.system_prompt_file, or leave it out.",
  retryable: false,
} as const;

function namedFile(layer: Layer): readonly { readonly layer: Layer; readonly file: string }[] {
  const file = valueAt(layer.values, ["agent", "system_prompt_file"]);
  return typeof file === "string" ? [{ layer, file }] : [];
}

/** A checkout can be anybody's: its file is read only where it lies, through no link (S22). */
async function projectText(file: string, folder: string): Promise<string> {
  const straight = join(await realpath(folder), relative(folder, file));
  if ((await realpath(file)) !== straight) throw new Error(`${file} is behind a link.`);
  const read = await readProjectText(file);
  if (read.type === "text") return read.text;
  throw new Error(read.type === "missing" ? `there is no ${file}.` : `${file}: ${read.reason}.`);
}
