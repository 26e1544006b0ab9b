import { readFile } from "node:fs/promises";
import type { UserFailure } from "@squire/protocol";
import type { Settings } from "./settings/to-settings.ts";

export type SystemPrompt =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly failure: UserFailure };

/** The instructions the settings ask for; "" when they ask for none. The text beats the file. */
export async function systemPromptOf({ agent }: Pick<Settings, "agent">): Promise<SystemPrompt> {
  if (agent.systemPrompt !== undefined) return { ok: true, text: agent.systemPrompt };
  if (agent.systemPromptFile === undefined) return { ok: true, text: "" };
  try {
    return { ok: true, text: (await readFile(agent.systemPromptFile, "utf8")).trim() };
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
