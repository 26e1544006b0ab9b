import type { RuleSource } from "@squire/safety";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readProjectText } from "../settings/read-text.ts";
import { parseToml } from "../settings/toml-literal.ts";

/** Where "always" is written to: beside the project, for this user alone (PERM-6). */
export function localRulesFile(root: string): string {
  return join(root, ".squire", "permissions.local.toml");
}

/** Rules that the user allowed for good in this folder. A damaged file allows nothing. */
export async function readLocalRules(root: string): Promise<readonly RuleSource[]> {
  const file = localRulesFile(root);
  // It may have come with a checkout: what is no plain file counts as none.
  const read = await readProjectText(file);
  if (read.type !== "text") return [];
  const lines = read.text.split("\n");
  return allowedIn(read.text).map((rule) => {
    const line = lines.findIndex((one) => one.includes(JSON.stringify(rule))) + 1;
    return {
      verdict: "allow",
      text: rule,
      origin: `${file}:${Math.max(1, line)}`,
      scope: "project",
    };
  });
}

/** Adds a rule; resolves when it is in the file. */
export async function addLocalRule(root: string, rule: string): Promise<RuleSource> {
  const file = localRulesFile(root);
  const before = await readFile(file, "utf8").catch(() => "");
  const rules = [...new Set([...allowedIn(before), rule])];
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}.tmp`;
  const body = rules.map((one) => `  ${JSON.stringify(one)},`).join("\n");
  await writeFile(beside, `${HEAD}[permissions]\nallow = [\n${body}\n]\n`, { mode: 0o600 });
  await rename(beside, file);
  return { verdict: "allow", text: rule, origin: file, scope: "session" };
}

const HEAD = "# What you allowed for good in this folder. Remove a line to be asked again.\n";

function allowedIn(text: string): readonly string[] {
  try {
    const table = parseToml(text) as { readonly permissions?: { readonly allow?: unknown } };
    const list: unknown = table.permissions?.allow;
    return Array.isArray(list)
      ? list.filter((item): item is string => typeof item === "string")
      : [];
  } catch {
    return [];
  }
}
