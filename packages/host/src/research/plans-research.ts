import type { Mode } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Host } from "../open.ts";

/** What a folder has that somebody works on. */
const SIGNS = [
  ".git",
  ".hg",
  "squire.toml",
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "CMakeLists.txt",
  "Makefile",
] as const;

type Session = Pick<OpenSession, "tree">;

/**
 * Whether a plan in this session would be one of research (PLAN-9): the user came to plan mode from research, or from a
 * chat where there is nothing to work on. Whoever began with code or a plan in an empty folder wants to make something.
 */
export function plansResearch({ cwd, env }: Pick<Host, "cwd" | "env">, session: Session): boolean {
  const before = modeBeforePlan(session);
  if (before === "research") return true;
  return before === "chat" && !hasWorkspace(cwd, env["HOME"] ?? homedir());
}

function modeBeforePlan({ tree }: Session): Mode | null {
  const modes = tree
    .branch()
    .flatMap((entry) => (entry.type === "mode_change" ? [entry.mode] : []));
  return modes.findLast((mode) => mode !== "plan") ?? null;
}

/** The home folder and the root of the disk are no workspace of anything below them. */
function hasWorkspace(cwd: string, home: string): boolean {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    const isEdge = folder === resolve(home) || folder === dirname(folder);
    if (isEdge && folder !== start) return false;
    if (SIGNS.some((name) => existsSync(join(folder, name)))) return true;
    if (isEdge) return false;
  }
}

/** What an approved plan of research asks, for its report: its query, or its first words. */
export function questionOf(text: string): string {
  const plan = /^<plan>\n([\s\S]*?)\n<\/plan>/.exec(text)?.[1];
  if (plan === undefined) return text;
  const query = /^[\s*#>-]*(?:query|question)\W*?:?\W*\s+(\S.*)$/im.exec(plan)?.[1];
  const words = (query ?? plan.split("\n").find((line) => line.trim() !== "") ?? plan).trim();
  return words.replaceAll(/^[#*\s]+|[*\s]+$/g, "");
}
