import { literalOf } from "../../shell/word.ts";
import { HARMLESS_VARIABLES, isTelling } from "../environment.ts";
import { grammarOf } from "../grammar.ts";
import type { Asked } from "../asked.ts";
import { readArgs } from "../read-options.ts";
import { HARMLESS, judged, type Judgement } from "../spec.ts";

/** Commands of the shell that set the variables they name: `read`, `export`, `unset`. */
export function judgeNames({ name, spec, args }: Asked): Judgement {
  const { operands, unknown, loose } = readArgs(args, grammarOf(spec));
  if (unknown.length > 0)
    return judged("unknown", `${name} with ${unknown.join(", ")} is not known`);
  if (loose) return judged("unknown", `which variable ${name} sets shows only when it runs`);
  const exports = /^(?:export|declare|typeset|readonly)$/.test(name);
  // `getopts` is given its letters first.
  for (const word of name === "getopts" ? operands.slice(1, 2) : operands) {
    const text = literalOf(word);
    const [variable] = text?.split(/[=+[]/) ?? [];
    if (variable === undefined || (text !== null && /\[.*[^\d\]]/.test(text))) {
      // A value behind `=` was judged as an assignment; only the name must be known.
      if (/^[A-Za-z_]\w*\+?=/.test(word.text)) continue;
      return judged("unknown", `which variable ${name} sets shows only when it runs`);
    }
    if (HARMLESS_VARIABLES.test(variable) || text?.includes("=") === true) continue;
    if (exports || isTelling(variable)) {
      return judged("unknown", `${name} ${variable} may change what programs do`);
    }
  }
  return HARMLESS;
}
