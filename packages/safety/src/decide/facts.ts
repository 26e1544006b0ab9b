import type { JudgedCall, JsonObject } from "@squire/protocol";
import { HARMLESS_VARIABLES } from "../programs/environment.ts";
import { judgeSegment } from "../programs/judge-segment.ts";
import type { Access } from "../programs/spec.ts";
import { canonicalTool } from "../rules/parse-rule.ts";
import { PATH_TOOLS, subjectOf, type Subject } from "../rules/subject.ts";
import type { Segment } from "../shell/segment.ts";
import { reportCommand, type CommandReport } from "./command-report.ts";
import { namedFiles } from "./named-files.ts";
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
  /** The folder that a command asks to start in; null when it starts in the workspace. */
  readonly cwd: PathFact | null;
  /** Variables that come with the call and may change what programs do. */
  readonly variables: readonly string[];
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
  const { cwd = "", env = null } = call.args;
  const start = typeof cwd === "string" ? cwd : "";
  const variables = Object.keys(env ?? {}).filter((name) => !HARMLESS_VARIABLES.test(name));
  const command =
    subject.type === "command"
      ? withVariables(reportCommand(subject.text, workspace, start), variables)
      : null;
  const access = PATH_TOOLS.get(tool);
  const paths = access === undefined ? [] : toolPaths(call.args, subject, access, workspace);
  const asked = command === null || start === "" ? null : pathFact(start, "list", workspace);
  return { tool, subject, command, paths, cwd: asked, variables, gitHelpers: [] };
}

/** Variables that come with a call count like those that the command sets for its programs (S15). */
function withVariables(report: CommandReport, names: readonly string[]): CommandReport {
  if (names.length === 0) return report;
  const assignments = names.map((name) => ({ name, scope: "program", value: null }) as const);
  const segment: Segment = { ...NOTHING, assignments };
  return {
    ...report,
    segments: [{ segment, judgement: judgeSegment(segment), paths: [] }, ...report.segments],
  };
}

const NOTHING: Segment = {
  text: "",
  program: null,
  args: [],
  assignments: [],
  redirections: [],
  folders: null,
  background: false,
  reads: null,
  piped: false,
  via: [],
  wraps: false,
  calls: false,
};

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
    // A search may name several places: each is judged by itself.
    const places = Array.isArray(value) ? value : [value];
    return places.flatMap((place) => (typeof place === "string" ? [{ spelled: place, does }] : []));
  });
  // A patch names its files in the subject, one on each line.
  const named = subject.type === "path" ? subject.text.split("\n") : [];
  const known = given.length > 0 ? given : named.map((spelled) => ({ spelled, does: access }));
  return known.flatMap(({ spelled, does }) => {
    const files = does === "read" ? namedFiles(spelled) : [spelled];
    return files.map((file) => pathFact(file, does, workspace));
  });
}

function pathFact(spelled: string, access: Access, workspace: GateWorkspace): PathFact {
  const path = absolutePath(spelled, workspace);
  return { access, spelled, path, real: path, below: false, deep: access === "delete", name: null };
}

/** Every path that the call touches, with a file tool or in a shell. */
export function touchedPaths({ paths, command }: CallFacts): readonly PathFact[] {
  return command === null
    ? paths
    : [...paths, ...command.segments.flatMap((segment) => segment.paths)];
}
