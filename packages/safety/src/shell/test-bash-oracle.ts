import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { analyse } from "./analyse.ts";
import type { Segment, ShellAnalysis } from "./segment.ts";
import type { ShellWord } from "./word.ts";

/** A real shell of this machine, or null. */
export function shellPath(name: string): string | null {
  return [`/bin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path)) ?? null;
}

/** Which texts a shell takes as commands, without running them. */
export function takenBy(
  shell: string,
  texts: readonly string[],
  folder: string,
): readonly boolean[] {
  texts.forEach((text, i) => writeFileSync(`${folder}/t${i}`, text));
  const names = texts.map((_, i) => `t${i}`).join(" ");
  const script = `for f in ${names}; do ${shell} -n "$f" 2>/dev/null </dev/null && echo y || echo n; done`;
  const { stdout } = spawnSync("/bin/sh", ["-c", script], { cwd: folder, encoding: "utf8" });
  return stdout
    .split("\n")
    .slice(0, texts.length)
    .map((line) => line === "y");
}

/** Programs that do not exist write down what they were given; `…y` succeeds, the others fail. */
const LOGGER = `
command_not_found_handle() {
  printf '%s\\0' "$text_id" "$#" "$@" >>"$log"
  case $1 in *y) return 0;; *) return 1;; esac
}
log=$PWD/log text_id=0
: >"$log"
while IFS= read -r -d '' text; do
  ( eval "$text"; wait ) </dev/null >/dev/null 2>&1
  text_id=$((text_id + 1))
done <texts
`;

/** The words of every command that bash really runs, for each text. */
export function reallyRun(
  bash: string,
  texts: readonly string[],
  folder: string,
): readonly (readonly (readonly string[])[])[] {
  writeFileSync(`${folder}/texts`, texts.map((text) => `${text}\0`).join(""));
  spawnSync(bash, ["--norc", "--noprofile", "-c", LOGGER], {
    cwd: folder,
    env: { PATH: "/nonexistent", LC_ALL: "C.UTF-8" },
    timeout: 120_000,
  });
  // Which descriptor a substitution gets is up to the shell.
  const log = readFileSync(`${folder}/log`, "utf8").replaceAll(/\/dev\/fd\/\d+/g, "/dev/fd/63");
  const fields = log.split("\0").slice(0, -1);
  const runs: string[][][] = texts.map(() => []);
  for (let i = 0; i < fields.length;) {
    const count = Number(fields[i + 1]);
    runs[Number(fields[i])]?.push(fields.slice(i + 2, i + 2 + count));
    i += 2 + count;
  }
  return runs;
}

/** What was run and is not among the segments. */
export function missedBy(
  read: (text: string) => ShellAnalysis,
  texts: readonly string[],
  runs: ReturnType<typeof reallyRun>,
): readonly string[] {
  return texts.flatMap((text, i) => {
    const { segments } = read(text);
    const missed = (runs[i] ?? []).filter(
      (argv) => !segments.some((segment) => becomes(segment, argv)),
    );
    return missed.map((argv) => `${JSON.stringify(argv)} of ${text}`);
  });
}

/** Texts that a shell refuses and we take without a doubt. */
export function takenWrongly(
  texts: readonly string[],
  taken: readonly boolean[],
): readonly string[] {
  return texts.filter((text, i) => taken[i] === false && analyse(text).doubts.length === 0);
}

/** Whether a segment can become these words. */
function becomes({ program, args }: Segment, argv: readonly string[]): boolean {
  const words = program === null ? [] : [program, ...args];
  const fits = (w: number, a: number): boolean => {
    const word = words[w];
    if (word === undefined) return a === argv.length;
    if (word.splits) {
      return Array.from({ length: argv.length - a + 1 }, (_, n) => n).some((n) =>
        fits(w + 1, a + n),
      );
    }
    const value = argv[a];
    if (value === undefined || !allows(word, value)) return false;
    // A pattern becomes as many words as there are names.
    const isGlob = word.shapes.some(({ type }) => type === "glob");
    return fits(w + 1, a + 1) || (isGlob && fits(w, a + 1));
  };
  return fits(0, 0);
}

function allows({ shapes }: ShellWord, value: string): boolean {
  return shapes.some((shape) => {
    if (shape.type === "exact") return shape.home === true || shape.value === value;
    return shape.type === "glob" || value.startsWith(shape.begins);
  });
}
