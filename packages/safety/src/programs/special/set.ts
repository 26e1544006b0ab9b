import { literalOf } from "../../shell/word.ts";
import type { Asked } from "../asked.ts";
import { HARMLESS, judged, type Judgement } from "../spec.ts";

const NAMES =
  /^(?:errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|noexec|errtrace|functrace|posix|monitor|notify)$/;

/** `set -euo pipefail` and the like; `-a` would hand every variable to programs. */
export function judgeSet({ args }: Asked): Judgement {
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    const text = word === undefined ? null : literalOf(word);
    if (text === "--" || text === "-") return HARMLESS;
    if (text === null || !/^[-+][euxvfhbCnETo]+$/.test(text)) {
      return judged("unknown", "set with such options is not known to be harmless");
    }
    if (!text.includes("o")) continue;
    const name = args[++i];
    const value = name === undefined ? "" : literalOf(name);
    if (value === null || (value !== "" && !NAMES.test(value))) {
      return judged("unknown", "set -o with such a name is not known to be harmless");
    }
  }
  return HARMLESS;
}
