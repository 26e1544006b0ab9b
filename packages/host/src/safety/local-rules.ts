import type { RuleSource } from "@squire/safety";
import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readProjectText } from "../settings/read-text.ts";
import { parseToml } from "../settings/toml-literal.ts";

/** Below the workspace. */
export const LOCAL_RULES = ".squire/permissions.local.toml";

/** Where "always" is written to: beside the project, for this user alone (PERM-6). */
function localRulesFile(root: string): string {
  return join(root, LOCAL_RULES);
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

/** What a file was made from and what it holds now, as hashes; null: there was none. */
export type RulesChange = {
  readonly rule: RuleSource;
  readonly before: string | null;
  readonly after: string;
};

/** Adds a rule; resolves when it is in the file. Rejects with the reason. */
export async function addLocalRule(root: string, rule: string): Promise<RulesChange> {
  const file = localRulesFile(root);
  const before = await readFile(file, "utf8").catch(() => null);
  const rules = [...new Set([...allowedIn(before ?? ""), rule])];
  const body = rules.map((one) => `  ${JSON.stringify(one)},`).join("\n");
  const text = `${HEAD}[permissions]\nallow = [\n${body}\n]\n`;
  if (!allowedIn(text).includes(rule)) throw new Error(`The rule ${rule} cannot be written down.`);
  await writeBeside(file, text);
  return {
    rule: { verdict: "allow", text: rule, origin: file, scope: "session" },
    before: before === null ? null : sha256(before),
    after: sha256(text),
  };
}

/** A checkout may have put a link where our folder belongs: nothing is written through it. */
async function writeBeside(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  const look = await lstat(folder).catch(() => null);
  if (look !== null && !look.isDirectory()) throw new Error(`${folder} is no folder.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const beside = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: "wx" });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const HEAD = "# What you allowed for good in this folder. Remove a line to be asked again.\n";

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

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
