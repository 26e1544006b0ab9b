import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { UserFailure } from "@squire/protocol";
import type { LoadedSettings } from "./settings/load.ts";
import { readProjectText } from "./settings/read-text.ts";
import { valueAt } from "./settings/toml-value.ts";

export type SystemPrompt =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: UserFailure };

/** The instructions the settings ask for; "" when they ask for none. The text beats the file. */
export async function systemPromptOf({
  settings: { agent },
  layers,
}: Pick<LoadedSettings, "settings" | "layers">): Promise<SystemPrompt> {
  if (agent.systemPrompt !== undefined) return { ok: true, text: agent.systemPrompt };
  const { systemPromptFile: file } = agent;
  if (file === undefined) return { ok: true, text: "" };
  const named = layers.find(({ values }) => valueAt(values, FILE_KEY) !== undefined);
  try {
    const text =
      named?.name === "project"
        ? await projectText(file, dirname(named.origin))
        : await readFile(file, "utf8");
    return { ok: true, text: text.trim() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      failure: {
        code: "config",
        message: `The system prompt cannot be read: ${reason}`,
        advice: "Correct agent.system_prompt_file, or leave it out.",
        retryable: false,
      },
    };
  }
}

const FILE_KEY = ["agent", "system_prompt_file"];

/** A checkout can be anybody's: its file is read only where it lies, through no link (S22). */
async function projectText(file: string, folder: string): Promise<string> {
  const straight = join(await realpath(folder), relative(folder, file));
  if ((await realpath(file)) !== straight) throw new Error(`${file} is behind a link.`);
  const read = await readProjectText(file);
  if (read.type === "text") return read.text;
  throw new Error(read.type === "missing" ? `there is no ${file}.` : `${file}: ${read.reason}.`);
}
