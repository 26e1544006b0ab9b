import { literalOf } from "../../shell/word.ts";
import { grammarOf } from "../grammar.ts";
import type { Asked } from "../asked.ts";
import { readArgs } from "../read-options.ts";
import { HARMLESS, judged, type Judgement, type Touch } from "../spec.ts";
import { isHarmlessAwk } from "./awk-script.ts";

/** A program that neither writes nor runs anything, over files that are read. */
export function judgeAwk({ name, spec, args }: Asked): Judgement {
  const { options, operands, unknown, loose } = readArgs(args, grammarOf(spec));
  const [script, ...files] = operands;
  // `name=value` between the files sets a variable.
  const read = files.filter((word) => !/^[A-Za-z_]\w*=/.test(literalOf(word) ?? ""));
  const touches = read.map((word): Touch => ({ access: "read", word }));
  const harm = options.find((option) => option.spec.effect !== "read");
  if (harm !== undefined) {
    return { ...judged(harm.spec.effect, `${name} ${harm.name} does more than read`), touches };
  }
  if (unknown.length > 0 || loose) {
    return {
      ...judged("unknown", `${name} with such options is not known to be harmless`),
      touches,
    };
  }
  const text = script === undefined ? null : literalOf(script);
  if (text === null || !isHarmlessAwk(text)) {
    return {
      ...judged("unknown", `the program of ${name} may write files or run commands`),
      touches,
    };
  }
  return { ...HARMLESS, touches };
}
