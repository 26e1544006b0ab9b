import type { Rule } from "../rules/rule.ts";
import { allowing } from "./match-rules.ts";
import { literalOf } from "../shell/word.ts";
import type { SegmentReport } from "./command-report.ts";
import { controlName } from "../jail/control-files.ts";
import { touchedPaths, type CallFacts } from "./facts.ts";
import { isInWorkspace, normalized, relativePath } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** A control file that a call would write: how it is spelled, and what makes it one. */
export type Control = { readonly spelled: string; readonly name: string };

export function writtenControl(facts: CallFacts, workspace: GateWorkspace): Control | null {
  for (const { access, path, real, spelled } of touchedPaths(facts)) {
    if (access !== "write" && access !== "delete") continue;
    for (const place of [path, real]) {
      // Folders above the workspace do not make everything in it a control file.
      const seen = place === null ? "" : relativeTo(place, workspace);
      const name = controlName(seen);
      if (name !== null) return { spelled, name };
    }
  }
  const told = facts.command?.segments.map(controlCommand).find((name) => name !== null);
  return told === undefined || told === null ? null : { spelled: told, name: told };
}

function relativeTo(place: string, workspace: GateWorkspace): string {
  const plain = normalized(place);
  return isInWorkspace(plain, workspace) ? relativePath(plain, workspace) : plain;
}

/** Commands that change such files without naming them. */
function controlCommand({ segment, judgement }: SegmentReport): string | null {
  const [name, ...words] = [segment.program, ...segment.args].map((word) =>
    word === null ? "" : (literalOf(word) ?? "?"),
  );
  const base = name?.slice(name.lastIndexOf("/") + 1);
  if (base === "squire") return "squire";
  if (judgement.effect === "read") return null;
  if (base === "git" && words.includes("config")) return "git config";
  if (base === "crontab") return "crontab";
  return /^(?:npm|pnpm|yarn)$/.test(base ?? "") && words[0] === "config" ? `${base} config` : null;
}

/**
 * The rule that lets a control file be written: only one of the user's own or of the command line,
 * and only when it names the file itself.
 */
export function liftsControl(
  rules: readonly Rule[],
  facts: CallFacts,
  control: Control,
  workspace: GateWorkspace,
): Rule | null {
  const naming = rules.filter(
    ({ verdict, scope, glob }) =>
      verdict === "allow" &&
      (scope === "user" || scope === "run") &&
      glob?.toLowerCase().includes(control.name) === true,
  );
  return allowing(naming, facts, workspace)?.[0] ?? null;
}
