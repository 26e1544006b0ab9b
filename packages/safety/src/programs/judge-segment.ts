import { baseName } from "../shell/unwrap.ts";
import { SHELLS, WRAPPERS } from "../shell/wrappers.ts";
import type { Assignment, Redirection, Segment } from "../shell/segment.ts";
import { headOf, literalOf, plainLiteralOf } from "../shell/word.ts";
import { grammarOf } from "./grammar.ts";
import { HARMLESS_VARIABLES, isTelling } from "./environment.ts";
import { combineAll, judgeProgram } from "./judge-program.ts";
import { programSpec } from "./lookup.ts";
import { readArgs } from "./read-options.ts";
import { HARMLESS, judged, type Judgement, type Touch } from "./spec.ts";
import { isSink, touchesOf } from "./touches.ts";

/** What one simple command does, with its redirections and what it sets. */
export function judgeSegment(segment: Segment): Judgement {
  return combineAll([
    judgeCommand(segment),
    judgeAssignments(segment),
    ...segment.redirections.map(judgeRedirection),
  ]);
}

/** Only what it sets for itself or for others. */
export function judgeAssignments({ assignments, program }: Segment): Judgement {
  // `IFS= read` keeps a line as it is, and holds for nothing else.
  const reads = program !== null && plainLiteralOf(program) === "read";
  const others = assignments.filter(
    ({ name, scope }) => !(reads && scope === "program" && name === "IFS"),
  );
  return combineAll(others.map(judgeAssignment));
}

function judgeCommand(segment: Segment): Judgement {
  const { program, args, calls, wraps } = segment;
  if (program === null || calls) return HARMLESS;
  const name = baseName(plainLiteralOf(program));
  if (name === null) return judged("unknown", `which program ${program.text} is, is not known`);
  if (/[/\\]/.test(name)) return judged("execute", `${program.text} runs a file`);
  if (wraps) return judgeWrapper(name, segment);
  const spec = programSpec(name);
  if (spec === null) return judged("unknown", `${name} is not a known program`);
  return judgeProgram({ name, spec, args, segment });
}

/** A wrapper by itself: what its own options do. What it starts is a segment of its own. */
function judgeWrapper(name: string, segment: Segment): Judgement {
  if (Object.hasOwn(SHELLS, name)) return HARMLESS;
  const spec = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : programSpec(name);
  if (spec === undefined || spec === null) return judged("unknown", `${name} runs another command`);
  if (spec.special !== undefined) return judgeProgram({ name, spec, args: segment.args, segment });
  const read = readArgs(segment.args, grammarOf(spec), { untilOperand: true });
  const harm = read.options.filter((option) => option.spec.effect !== "read");
  const own = judged(spec.effect, `${name} ${spec.about ?? "is not known to be harmless"}`);
  const touches = touchesOf(spec, { ...read, operands: [] });
  return combineAll([
    { ...own, touches },
    ...harm.map((option) =>
      judged(option.spec.effect, `${name} ${option.name} does more than read`),
    ),
  ]);
}

function judgeAssignment({ name, scope }: Assignment): Judgement {
  // In a shell that lives on, later commands would see it.
  if (scope === "export") return judged("write", `${name} is set for all that follows`);
  if (HARMLESS_VARIABLES.test(name)) return HARMLESS;
  if (scope === "shell" && !isTelling(name)) return HARMLESS;
  const where = scope === "shell" ? "the shell" : "programs";
  return judged("unknown", `${name} may change what ${where} do`);
}

function judgeRedirection({ access, target }: Redirection): Judgement {
  if (access === "same" || access === "text") return HARMLESS;
  if (target === null) return judged("unknown", "a redirection leads nowhere");
  const path = literalOf(target);
  if (target.shapes.some((shape) => /^\/dev\/(?:tcp|udp)\//.test(headOf(shape)))) {
    return judged("network", `${target.text} is a connection`);
  }
  if (access === "read") return { ...HARMLESS, touches: [{ access: "read", word: target }] };
  const touches: Touch[] = [{ access: "write", word: target }];
  if (access === "both") touches.push({ access: "read", word: target });
  return path !== null && isSink(path)
    ? HARMLESS
    : judged("write", `it writes to ${target.text}`, touches);
}
