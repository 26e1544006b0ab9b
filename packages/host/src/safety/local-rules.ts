import type { RuleSource } from "@squire/safety";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
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
  const text = await textOf(file);
  const lines = text.split("\n");
  return allowedIn(text).map((rule) => {
    const line = lines.findIndex((one) => one.includes(JSON.stringify(rule))) + 1;
    return {
      verdict: "allow",
      text: rule,
      origin: `${file}:${Math.max(1, line)}`,
      scope: "project",
    };
  });
}

/** The file may have come with a checkout: what is no plain file counts as none. */
async function textOf(file: string): Promise<string> {
  const read = await readProjectText(file);
  return read.type === "text" ? read.text : "";
}

/** Adds a rule; resolves when it is in the file. Rejects when a link would lead the writing elsewhere. */
export async function addLocalRule(root: string, rule: string): Promise<RuleSource> {
  const file = localRulesFile(root);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await lstat(folder)).isDirectory()) {
    throw new Error(`${folder} is a link: nothing is written through it. Remove it first.`);
  }
  const rules = [...new Set([...allowedIn(await textOf(file)), rule])];
  const body = rules.map((one) => `  ${JSON.stringify(one)},`).join("\n");
  const text = `${HEAD}[permissions]\nallow = [\n${body}\n]\n`;
  // A name nobody can have prepared, and never an existing file (S26).
  const beside = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
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
