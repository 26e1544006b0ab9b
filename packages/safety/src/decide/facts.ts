import type { JudgedCall, JsonObject } from "@squire/protocol";
import type { Access } from "../programs/spec.ts";
import { canonicalTool } from "../rules/parse-rule.ts";
import { PATH_TOOLS, subjectOf, type Subject } from "../rules/subject.ts";
import { reportCommand, type CommandReport } from "./command-report.ts";
import { absolutePath, type PathFact } from "./path-fact.ts";
import type { GateWorkspace } from "./workspace.ts";

/** All that is known about a call before it is decided. */
export type CallFacts = {
  /** The canonical name of the tool. */
  readonly tool: string;
  readonly subject: Subject;
  /** For tools that run shell commands. */
  readonly command: CommandReport | null;
  /** The paths that a file tool is given. */
  readonly paths: readonly PathFact[];
  /** Settings of the repository that make a reading git command run a program. */
  readonly gitHelpers: readonly string[];
};

const PATH_KEYS = [
  "path",
  "file_path",
  "from",
  "source",
  "old_path",
  "to",
  "destination",
  "new_path",
];
const SOURCES = new Set(["from", "source", "old_path"]);

/** The facts by the letters alone: no disk is asked. `inspectCall` asks it. */
export function lexicalFacts(call: JudgedCall, workspace: GateWorkspace): CallFacts {
  const tool = canonicalTool(call.name);
  const subject = subjectOf({ ...call, name: tool });
  const cwd = typeof call.args["cwd"] === "string" ? call.args["cwd"] : "";
  const command = subject.type === "command" ? reportCommand(subject.text, workspace, cwd) : null;
  const access = PATH_TOOLS.get(tool);
  const paths = access === undefined ? [] : toolPaths(call.args, subject, access, workspace);
  return { tool, subject, command, paths, gitHelpers: [] };
}

function toolPaths(
  args: JsonObject,
  subject: Subject,
  access: Access,
  workspace: GateWorkspace,
): readonly PathFact[] {
  const given = PATH_KEYS.flatMap((key) => {
    const value = args[key];
    // What is moved away is gone from where it was.
    const does: Access = access === "write" && SOURCES.has(key) ? "delete" : access;
    return typeof value === "string" ? [{ spelled: value, does }] : [];
  });
  const known =
    given.length > 0 || subject.type !== "path" ? given : [{ spelled: subject.text, does: access }];
  return known.map(({ spelled, does }): PathFact => {
    const path = absolutePath(spelled, workspace);
    return {
      access: does,
      spelled,
      path,
      real: path,
      below: false,
      deep: does === "delete",
      name: null,
    };
  });
}

/** Every path that the call touches, with a file tool or in a shell. */
export function touchedPaths({ paths, command }: CallFacts): readonly PathFact[] {
  return command === null
    ? paths
    : [...paths, ...command.segments.flatMap((segment) => segment.paths)];
}
