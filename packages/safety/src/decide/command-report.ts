import type { Effect } from "@squire/protocol";
import { judgeSegment } from "../programs/judge-segment.ts";
import { worse, type Judgement, type ShellEffect } from "../programs/spec.ts";
import { analyse } from "../shell/analyse.ts";
import { joinFolder } from "../shell/place.ts";
import type { Segment, ShellAnalysis } from "../shell/segment.ts";
import { pathFacts, type PathFact } from "./path-fact.ts";
import { readProblem } from "./read-guard.ts";
import type { GateWorkspace } from "./workspace.ts";

/** One simple command and all that is known about it. */
export type SegmentReport = {
  readonly segment: Segment;
  readonly judgement: Judgement;
  readonly paths: readonly PathFact[];
};

/** A shell command and all that is known about it before it runs. */
export type CommandReport = {
  readonly analysis: ShellAnalysis;
  readonly segments: readonly SegmentReport[];
};

/** `cwd` is where the shell starts: absolute, or relative to the workspace. */
export function reportCommand(command: string, workspace: GateWorkspace, cwd = ""): CommandReport {
  const analysis = analyse(command);
  const segments = analysis.segments.map((segment): SegmentReport => {
    const judgement = judgeSegment(segment);
    const folders = segment.folders?.map((folder) => joinFolder(cwd, folder)) ?? null;
    const paths = judgement.touches.flatMap((touch) => pathFacts(touch, folders, workspace));
    return { segment, judgement, paths };
  });
  return { analysis, segments };
}

/** What a command is known to do at worst, and why it is more than reading. */
export type Harm = {
  readonly effect: ShellEffect;
  readonly reasons: readonly string[];
  /** It would run what an untrusted folder names. */
  readonly project: readonly string[];
  /** Some of it needs `neutralGitEnv`. */
  readonly neutralGit: boolean;
};

export function segmentHarm({ judgement, paths }: SegmentReport, workspace: GateWorkspace): Harm {
  const problems = paths.flatMap((fact) => readProblem(fact, workspace) ?? []);
  return {
    effect: problems.length > 0 ? worse(judgement.effect, "unknown") : judgement.effect,
    reasons: [...judgement.reasons, ...problems],
    project: judgement.project,
    neutralGit: judgement.neutralGit,
  };
}

export function commandHarm({ analysis, segments }: CommandReport, workspace: GateWorkspace): Harm {
  let effect: ShellEffect = analysis.doubts.length > 0 ? "unknown" : "read";
  const reasons = new Set(analysis.doubts.map(({ reason }) => reason));
  const project = new Set<string>();
  let neutralGit = false;
  for (const report of segments) {
    const harm = segmentHarm(report, workspace);
    effect = worse(effect, harm.effect);
    for (const reason of harm.reasons) reasons.add(reason);
    for (const reason of harm.project) project.add(reason);
    neutralGit ||= harm.neutralGit;
  }
  return { effect, reasons: [...reasons], project: [...project], neutralGit };
}

/** The same in the words of tools: what is not known counts as running code. */
export function toolEffect(effect: ShellEffect): Effect {
  return effect === "unknown" ? "execute" : effect;
}

/**
 * What a command does at worst: `read` only when every part of it surely only reads (SH-3). By the
 * letters of its paths; links are looked at by `inspectCall`.
 */
export function commandEffect(
  command: string,
  options: { readonly workspace: GateWorkspace; readonly cwd?: string; readonly trusted?: boolean },
): Effect {
  const { workspace, cwd = "", trusted = false } = options;
  const { effect, project } = commandHarm(reportCommand(command, workspace, cwd), workspace);
  return effect === "read" && project.length > 0 && !trusted ? "execute" : toolEffect(effect);
}
