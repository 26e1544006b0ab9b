import { literalOf } from "../../shell/word.ts";
import type { Asked } from "../asked.ts";
import { HARMLESS, judged, type Judgement } from "../spec.ts";

/** `test` and `[`: they look at files and texts. Only `-v` evaluates what it is given. */
export function judgeTest({ name, args }: Asked): Judgement {
  const words = (name === "[" ? args.slice(0, -1) : args).map(literalOf);
  const last = args.at(-1);
  if (name === "[" && (last === undefined || literalOf(last) !== "]")) {
    return judged("unknown", "[ without ]");
  }
  const evaluates = words.some((word) => word === "-v" || word === "-R");
  // The operator itself is not known.
  const [first, ...rest] = words;
  if (evaluates || (first === null && rest.length === 1) || args.some(({ splits }) => splits)) {
    const open = args.some(({ splits }) => splits) && !evaluates;
    return judged(
      "unknown",
      open ? `what ${name} tests shows only when it runs` : `${name} evaluates a name`,
    );
  }
  return HARMLESS;
}
