import type { ProgramSpec } from "../programs/spec.ts";
import { programSpec } from "../programs/lookup.ts";
import { segmentHarm, type CommandReport, type SegmentReport } from "../decide/command-report.ts";
import type { CallFacts } from "../decide/facts.ts";
import type { GateWorkspace } from "../decide/workspace.ts";
import { isInWorkspace, relativePath } from "../decide/paths.ts";
import { literalOf } from "../shell/word.ts";
import { allowedText, redirectionText } from "./command-texts.ts";
import { hostOf } from "./match-url.ts";

const MOST_CHARS = 500;

/**
 * The narrowest rule that would let such a call pass (PERM-6): a program with its subcommand, the
 * folder of a file, a host. Where anything behind the program could be code, only exactly this
 * command. Null when no rule can be that narrow.
 */
export function suggestRule(facts: CallFacts, workspace: GateWorkspace): string | null {
  const { tool, subject, command, paths } = facts;
  switch (subject.type) {
    case "command":
      return command === null ? null : commandRule(tool, command, workspace);
    case "path": {
      const folders = new Set(paths.map(({ real }) => folderOf(real, workspace)));
      const [folder = null] = folders;
      // No rule is about several folders, and one for a part of a call would allow nothing.
      if (folder === null || folders.size > 1) return null;
      return `${tool}(${folder === "" ? "" : `${escaped(folder)}/`}*)`;
    }
    case "url": {
      const host = hostOf(subject.text);
      const scheme = /^https?:/i.exec(subject.text)?.[0].toLowerCase();
      return host === null || scheme === undefined
        ? null
        : `${tool}(${scheme}//${escaped(host)}/*)`;
    }
    case "text":
      return exact(tool, subject.text);
    case "none":
      return tool;
  }
}

/** Relative to the workspace; null where it lies outside. */
function folderOf(real: string | null, workspace: GateWorkspace): string | null {
  if (real === null || !isInWorkspace(real, workspace)) return null;
  return relativePath(real, workspace).split("/").slice(0, -1).join("/");
}

function commandRule(
  tool: string,
  command: CommandReport,
  workspace: GateWorkspace,
): string | null {
  const { analysis, segments } = command;
  if (analysis.doubts.length > 0) return exact(tool, analysis.command.trim());
  const harmful = segments.filter((report) => segmentHarm(report, workspace).effect !== "read");
  const [only, ...others] = harmful;
  // One command among harmless ones can have a rule of its own.
  if (only === undefined || others.length > 0) return exact(tool, analysis.command.trim());
  return segmentRule(tool, only) ?? exact(tool, analysis.command.trim());
}

function segmentRule(tool: string, { segment }: SegmentReport): string | null {
  if (segment.program === null || segment.assignments.length > 0 || segment.wraps) return null;
  if (redirectionText(segment) !== "") return null;
  const prefix = safePrefix([segment.program, ...segment.args].map(literalOf));
  return prefix === null ? exact(tool, allowedText(segment)) : `${tool}(${escaped(prefix)} *)`;
}

/** The words after which every argument is known to run no foreign code. */
function safePrefix(words: readonly (string | null)[]): string | null {
  const [name, ...rest] = words;
  if (name === null || name === undefined) return null;
  let spec: ProgramSpec | null | undefined = programSpec(name);
  const used = [name];
  for (const word of rest) {
    if (spec?.subcommands === undefined || word === null) break;
    spec = Object.hasOwn(spec.subcommands, word) ? spec.subcommands[word] : undefined;
    used.push(word);
  }
  return spec?.prefix === true ? used.join(" ") : null;
}

/** Exactly this and nothing else; null when a rule cannot say so. */
function exact(tool: string, text: string): string | null {
  if (text === "" || text.length > MOST_CHARS || /[\n\r]/.test(text)) return null;
  return `${tool}(${escaped(text)})`;
}

/** Wildcards in a command are meant for the shell, not for the rule. */
function escaped(text: string): string {
  return text.replaceAll(/[*?\\]/g, "\\$&");
}
