import { literalGlob, matchesGlob } from "../rules/glob.ts";
import {
  allowedText,
  crudePieces,
  forbiddenTexts,
  redirectionText,
} from "../rules/command-texts.ts";
import { matchesUrl } from "../rules/match-url.ts";
import type { Rule } from "../rules/rule.ts";
import { judgeAssignments } from "../programs/judge-segment.ts";
import { segmentHarm, type CommandReport, type SegmentReport } from "./command-report.ts";
import type { CallFacts } from "./facts.ts";
import { allowsPath, forbidsPath } from "./match-paths.ts";
import type { GateWorkspace } from "./workspace.ts";

export function matchesTool(rule: Rule, tool: string): boolean {
  return rule.tool === tool || (rule.tool.includes("*") && matchesGlob(rule.tool, tool, "text"));
}

/** Whether a deny or ask rule means this call: any part of it is enough (PERM-5). */
export function forbids(rule: Rule, facts: CallFacts, workspace: GateWorkspace): boolean {
  const { tool, subject, command, paths } = facts;
  if (!matchesTool(rule, tool)) return command !== null && forbidsTouch(rule, command, workspace);
  const { glob } = rule;
  if (glob === null) return true;
  switch (subject.type) {
    case "command":
      return command !== null && forbidsCommand(glob, command);
    case "path":
      return paths.some((fact) => forbidsPath(glob, fact, workspace));
    case "url":
      return matchesUrl(glob, subject.text);
    case "text":
      return matchesGlob(glob, subject.text, "text");
    case "none":
      return false;
  }
}

function forbidsCommand(glob: string, { analysis, segments }: CommandReport): boolean {
  const { command, doubts } = analysis;
  if (matchesCommand(glob, command.trim())) return true;
  if (
    segments.some(({ segment }) =>
      forbiddenTexts(segment).some((text) => matchesCommand(glob, text)),
    )
  ) {
    return true;
  }
  const unparsable = doubts.some(({ kind }) => kind === "unparsable");
  return unparsable && crudePieces(analysis).some((piece) => matchesCommand(glob, piece));
}

/** Rules about files also hold for what a command does to them. */
function forbidsTouch(rule: Rule, { segments }: CommandReport, workspace: GateWorkspace): boolean {
  const { glob, tool } = rule;
  const accesses = TOUCHED_BY.get(tool);
  if (glob === null || accesses === undefined) return false;
  return segments.some(({ paths }) =>
    paths.some((fact) => accesses.includes(fact.access) && forbidsPath(glob, fact, workspace)),
  );
}

const TOUCHED_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ["read", ["read"]],
  ["write", ["write", "delete"]],
  ["edit", ["write", "delete"]],
  ["multi_edit", ["write", "delete"]],
  ["delete", ["delete"]],
  ["move", ["delete"]],
]);

/** `git push *` also means `git push` alone. */
export function matchesCommand(glob: string, text: string): boolean {
  if (matchesGlob(glob, text, "text")) return true;
  return glob.endsWith(" *") && matchesGlob(glob.slice(0, -2), text, "text");
}

/**
 * The allow rules that together cover the whole call, or null. For a command every segment that
 * does more than read needs a rule of its own (PERM-5).
 */
export function allowing(
  rules: readonly Rule[],
  facts: CallFacts,
  workspace: GateWorkspace,
): readonly Rule[] | null {
  const own = rules.filter((rule) => matchesTool(rule, facts.tool));
  const whole = own.find((rule) => allowsWhole(rule, facts, workspace));
  if (whole !== undefined) return [whole];
  if (facts.command === null || facts.command.analysis.doubts.length > 0) return null;
  const used = new Set<Rule>();
  for (const report of facts.command.segments) {
    if (segmentHarm(report, workspace).effect === "read") continue;
    const rule = own.find((one) => one.glob !== null && allowsSegment(one.glob, report));
    if (rule === undefined) return null;
    used.add(rule);
  }
  return used.size === 0 ? null : [...used];
}

function allowsWhole(rule: Rule, facts: CallFacts, workspace: GateWorkspace): boolean {
  const { glob } = rule;
  const { subject, paths, variables } = facts;
  if (glob === null) return subject.type !== "command" || !isUnparsable(facts);
  switch (subject.type) {
    case "command":
      // A rule without wildcards is exactly what the user has seen.
      return literalGlob(glob) === subject.text.trim() && variables.length === 0;
    case "path":
      return paths.length > 0 && paths.every((fact) => allowsPath(glob, fact, workspace));
    case "url":
      return matchesUrl(glob, subject.text);
    case "text":
      return matchesGlob(glob, subject.text, "text");
    case "none":
      return false;
  }
}

function isUnparsable({ command }: CallFacts): boolean {
  return command?.analysis.doubts.some(({ kind }) => kind === "unparsable") === true;
}

/** What a segment sets and where it writes must stand in the rule; a wildcard does not cover it. */
function allowsSegment(glob: string, { segment }: SegmentReport): boolean {
  if (segment.program === null || judgeAssignments(segment).effect !== "read") return false;
  const writes = redirectionText(segment);
  if (writes !== "" && !glob.includes(">")) return false;
  return matchesCommand(glob, `${allowedText(segment)} ${writes}`.trim());
}
