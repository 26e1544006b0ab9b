import { literalOf, type ShellWord } from "../../shell/word.ts";
import { grammarOf } from "../grammar.ts";
import type { Asked } from "../asked.ts";
import { readArgs } from "../read-options.ts";
import { HARMLESS, judged, worse, type Judgement, type Touch } from "../spec.ts";
import { isHarmlessSed } from "./sed-script.ts";

/** Without `-i`, and with a script that neither writes nor runs anything, it only reads. */
export function judgeSed({ name, spec, args }: Asked): Judgement {
  const { options, operands, unknown, loose } = readArgs(args, grammarOf(spec));
  const given = options.filter((option) => /^(?:-e|--expression)$/.test(option.name));
  const inPlace = options.some((option) => option.spec.effect === "write");
  const scripts: readonly (ShellWord | undefined)[] =
    given.length > 0 ? given.map(({ values }) => values[0]) : operands.slice(0, 1);
  const files = given.length > 0 ? operands : operands.slice(1);
  const touches = files.map((word): Touch => ({ access: inPlace ? "write" : "read", word }));
  if (unknown.length > 0) {
    return {
      ...judged("unknown", `${name} with ${unknown.join(", ")} is not known to be harmless`),
      touches,
    };
  }
  // With a literal script in front, a word that may be an option could still be `-i`.
  if (loose)
    return { ...judged("unknown", `a word of ${name} may turn out to be an option`), touches };
  const texts = scripts.map((word) => (word === undefined ? null : literalOf(word)));
  if (texts.length === 0 || !texts.every((text) => text !== null && isHarmlessSed(text))) {
    return {
      ...judged("unknown", `the script of ${name} may write files or run commands`),
      touches,
    };
  }
  if (!inPlace) return { ...HARMLESS, touches };
  return { ...judged(worse("read", "write"), `${name} -i changes files`), touches };
}
