import { readPrompt } from "@squire/memory";
import type { PromptFile } from "@squire/memory";
import type { Host } from "../open.ts";
import { UNREAD } from "./load-rules.ts";
import { findRuleFiles } from "./find-rule-files.ts";

export type LoadedPrompts = {
  readonly prompts: readonly PromptFile[];
  /** A line for each file that is passed over. */
  readonly problems: readonly string[];
};

/** The prompts of the user and of a project that is trusted; of one name the first (CFG-6). */
export async function loadPrompts(host: Host): Promise<LoadedPrompts> {
  const { files } = await findRuleFiles(host, "prompts");
  const prompts = new Map<string, PromptFile>();
  const problems: string[] = [];
  for (const { name, path, read } of files) {
    const text = await read();
    const result = text === null ? UNREAD : readPrompt(name, path, text);
    if (result.type === "malformed") {
      problems.push(`The prompt ${path} is passed over: ${result.problem}.`);
    } else if (result.type === "prompt" && !prompts.has(name)) prompts.set(name, result.prompt);
  }
  return { prompts: [...prompts.values()], problems };
}
