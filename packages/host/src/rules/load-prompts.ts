import { readPrompt } from "@squire/memory";
import type { PromptFile } from "@squire/memory";
import type { Host } from "../open.ts";
import { findRuleFiles } from "./find-rule-files.ts";

/** The prompts of the user and of a project that is trusted; of one name the first (CFG-6). */
export async function loadPrompts(host: Host): Promise<readonly PromptFile[]> {
  const { files } = await findRuleFiles(host, "prompts");
  const prompts = new Map<string, PromptFile>();
  for (const { name, path, read } of files) {
    const text = await read();
    const prompt = text === null ? null : readPrompt(name, path, text);
    if (prompt !== null && !prompts.has(name)) prompts.set(name, prompt);
  }
  return [...prompts.values()];
}
