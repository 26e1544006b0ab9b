import { readRule } from "@squire/memory";
import type { FileRule } from "@squire/memory";
import type { Host } from "../open.ts";
import { findRuleFiles } from "./find-rule-files.ts";

export type LoadedRules = {
  readonly rules: readonly FileRule[];
  /** A line for each file that is passed over. */
  readonly problems: readonly string[];
  /** Of the project, waiting for trust. */
  readonly untrusted: readonly string[];
};

const NONE: LoadedRules = { rules: [], problems: [], untrusted: [] };

/** The rules in force here (MEM-8); none where memory is off. */
export async function loadRules(host: Host): Promise<LoadedRules> {
  if (!host.loaded.settings.memory.enabled) return NONE;
  const { files, untrusted } = await findRuleFiles(host, "rules");
  const rules: FileRule[] = [];
  const problems: string[] = [];
  for (const { path, file, owner, read } of files) {
    const text = await read();
    const result = text === null ? UNREAD : readRule({ path, file, owner, text });
    if (result.type === "rule") rules.push(result.rule);
    else if (result.type === "malformed") {
      problems.push(`The rule ${path} is passed over: ${result.problem}.`);
    }
  }
  return { rules, problems, untrusted };
}

export const UNREAD = {
  type: "malformed",
  problem: "it is a link, cannot be read, or has changed since the folder was trusted",
} as const;
