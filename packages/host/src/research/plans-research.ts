import type { Mode } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import { isProject } from "../session/first-mode.ts";

type Session = Pick<OpenSession, "tree">;

/**
 * Whether a plan in this session would be one of research (PLAN-9): the user came to plan mode from research, or from a
 * chat where there is nothing to work on. Whoever began with code or a plan in an empty folder wants to make something.
 */
export function plansResearch(host: Pick<Host, "cwd" | "env">, session: Session): boolean {
  const before = modeBeforePlan(session);
  if (before === "research") return true;
  return before === "chat" && !isProject(host);
}

function modeBeforePlan({ tree }: Session): Mode | null {
  const modes = tree
    .branch()
    .flatMap((entry) => (entry.type === "mode_change" ? [entry.mode] : []));
  return modes.findLast((mode) => mode !== "plan") ?? null;
}

/** What an approved plan of research asks, for its report: its query, or its first words. */
export function questionOf(text: string): string {
  const plan = /^<plan>\n([\s\S]*?)\n<\/plan>/.exec(text)?.[1];
  if (plan === undefined) return text;
  const query = /^[\s*#>-]*(?:query|question)\W*?:?\W*\s+(\S.*)$/im.exec(plan)?.[1];
  const words = (query ?? plan.split("\n").find((line) => line.trim() !== "") ?? plan).trim();
  return words.replaceAll(/^[#*\s]+|[*\s]+$/g, "");
}
