import { forEachChild, type Command, type SyntaxNode } from "unbash";
import type { Shape } from "./word.ts";

/** Commands whose operands are names of variables that they set. */
const SETTERS =
  /^(?:read|mapfile|readarray|getopts|printf|declare|typeset|local|export|readonly|unset|let|wait)$/;

/**
 * The variables of one text. A value is known only where the text sets a variable exactly once:
 * then no other place can have changed it.
 */
export type Variables = {
  /** From here on the variable has one of these values, if that can be known at all. */
  readonly bind: (name: string, values: readonly Shape[]) => void;
  readonly unbind: (name: string) => void;
  readonly valuesOf: (name: string) => readonly Shape[] | null;
};

/** Finds all assignments below a node. The text may be of any depth, so nothing recurses. */
export function findVariables(root: SyntaxNode): Variables {
  const times = new Map<string, number>();
  const values = new Map<string, readonly Shape[]>();
  const open: SyntaxNode[] = [root];
  let sure = true;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const names = assignedBy(node);
    if (names === null) sure = false;
    for (const name of names ?? []) times.set(name, (times.get(name) ?? 0) + 1);
    try {
      forEachChild(node, (child) => void open.push(child));
    } catch {
      // Parts are parsed when first looked at, and may be too deep for that.
      sure = false;
    }
  }
  return {
    bind(name, shapes) {
      if (sure && times.get(name) === 1) values.set(name, shapes);
    },
    unbind: (name) => void values.delete(name),
    valuesOf: (name) => values.get(name) ?? null,
  };
}

/** The variables that one node sets; null when their names are not known. */
function assignedBy(node: SyntaxNode): readonly string[] | null {
  switch (node.type) {
    case "Assignment":
      return [node.name];
    case "For":
    case "Select":
      return [node.name.value];
    case "ParameterExpansion":
      return node.operation?.type === "Default" && node.operation.operator.includes("=")
        ? [node.parameter]
        : [];
    case "ArithmeticWord":
      return [node.value];
    case "Command":
      return assignedByCommand(node);
    default:
      return [];
  }
}

function assignedByCommand({ name, args }: Command): readonly string[] | null {
  if (name === undefined || !SETTERS.test(name.value)) return [];
  const words = args.filter((arg) => arg.type === "Word");
  if (words.some(({ text }) => /[$`]/.test(text)) && name.value !== "printf") return null;
  return words.flatMap(({ value }) => /^[A-Za-z_]\w*/.exec(value)?.[0] ?? []);
}
