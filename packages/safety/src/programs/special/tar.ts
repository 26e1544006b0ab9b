import { exactWord, literalOf, type ShellWord } from "../../shell/word.ts";
import { grammarOf } from "../grammar.ts";
import type { Asked } from "../asked.ts";
import { readArgs } from "../read-options.ts";
import { HARMLESS, judged, type Judgement, type ProgramSpec } from "../spec.ts";
import { touchesOf } from "../touches.ts";

const LISTING: ProgramSpec = {
  effect: "read",
  options:
    "-tvzjJaRwn -f=< -T=< -X=< -C=/ --list --verbose --gzip --gunzip --ungzip --bzip2 --xz --lzma --lzip --lzop --zstd --auto-compress --file=< --files-from=< --exclude-from=< --exclude= --directory=/ --wildcards --no-wildcards --utc --full-time --numeric-owner --block-number --show-defaults --strip-components= --totals[=] --force-local --null",
};

/** Only listing an archive reads; everything else writes one, or what is in it. */
export function judgeTar({ name, args }: Asked): Judgement {
  const words = withDash(args);
  const read = readArgs(words, grammarOf(LISTING));
  const lists = read.options.some((option) => option.name === "-t" || option.name === "--list");
  if (!lists || read.unknown.length > 0 || read.loose) {
    const runs = words.some((word) =>
      /^--(?:to-c|use-c|checkpoint|rsh|info-s|new-v|rmt)|^-[A-Za-z]*[IF]/.test(
        literalOf(word) ?? "-I",
      ),
    );
    if (runs) return judged("execute", `${name} may run another program`);
    return judged("write", `${name} writes files`);
  }
  // A colon in the name of an archive means another host.
  const far = read.options.some(({ spec, values }) => {
    return spec.access === "read" && values.some((value) => /:/.test(literalOf(value) ?? ":"));
  });
  if (far) return judged("network", `${name} may read from another host`);
  return { ...HARMLESS, touches: touchesOf(LISTING, { ...read, operands: [] }) };
}

/** `tar tf x` is `tar -t -f x`. */
function withDash(args: readonly ShellWord[]): readonly ShellWord[] {
  const [first, ...rest] = args;
  const text = first === undefined ? null : literalOf(first);
  if (text === null || !/^[A-Za-z]+$/.test(text)) return args;
  // Letters with a value take theirs from behind, one after another; with one such letter that is the same.
  const valued = text.split("").filter((letter) => "fTXCbIFKNgLHV".includes(letter));
  if (valued.length > 1) return [exactWord("--unclear"), ...rest];
  const flags = text
    .split("")
    .filter((letter) => !valued.includes(letter))
    .join("");
  return [exactWord(`-${flags}${valued.join("")}`), ...rest];
}
