import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { analyse } from "./analyse.ts";
import type { Segment } from "./segment.ts";
import { shellText } from "./test-shell-text.ts";
import type { ShellWord } from "./word.ts";

const BASH = ["/bin/bash", "/usr/bin/bash"].find((path) => existsSync(path));
const DASH = ["/bin/dash", "/usr/bin/dash"].find((path) => existsSync(path));
const withBash = BASH === undefined ? test.skip : test;

const TEXTS = 400;

function samples(): readonly string[] {
  const { seed } = fc.readConfigureGlobal();
  return fc.sample(shellText(), { numRuns: TEXTS, ...(seed === undefined ? {} : { seed }) });
}

/** The texts a shell takes, all of them in one process. */
function accepted(shell: string, texts: readonly string[], folder: string): readonly boolean[] {
  const script = `i=0; for f in ${texts.map((_, i) => `t${i}`).join(" ")}; do ${shell} -n "$f" 2>/dev/null </dev/null && echo y || echo n; done`;
  texts.forEach((text, i) => writeFileSync(`${folder}/t${i}`, text));
  const { stdout } = spawnSync("/bin/sh", ["-c", script], { cwd: folder, encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line === "y");
}

withBash("S16: what bash does not take as a command is never without doubt", async () => {
  await using dir = await tempWorkspace({});
  const texts = samples();
  const takes = accepted(BASH ?? "", texts, dir.root);
  expect(takes).toHaveLength(texts.length);
  const wrong = texts.filter((text, i) => takes[i] === false && analyse(text).doubts.length === 0);
  expect(wrong).toEqual([]);
  // The texts are worth trying: many are valid, and most of these are understood.
  const valid = texts.filter((_, i) => takes[i] === true);
  expect(valid.length).toBeGreaterThan(TEXTS / 3);
  expect(valid.filter((text) => analyse(text).doubts.length === 0).length).toBeGreaterThan(
    valid.length / 3,
  );
});

const LOGGER = `
command_not_found_handle() { printf '%s\\0' "$text_id" "$#" "$@" >>"$log"; case $1 in *y) return 0;; *) return 1;; esac; }
log=$PWD/log text_id=0
while IFS= read -r -d '' text; do
  ( eval "$text"; wait ) </dev/null >/dev/null 2>&1
  text_id=$((text_id + 1))
done <texts
`;

/** What bash really runs, command by command, for each text. */
function reallyRun(
  texts: readonly string[],
  folder: string,
): readonly (readonly (readonly string[])[])[] {
  writeFileSync(`${folder}/texts`, texts.map((text) => `${text}\0`).join(""));
  spawnSync(BASH ?? "", ["--norc", "--noprofile", "-c", LOGGER], {
    cwd: folder,
    env: { PATH: "/nonexistent", LC_ALL: "C.UTF-8" },
    timeout: 60_000,
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

withBash("S16: every command that bash really runs is among the segments", async () => {
  await using dir = await tempWorkspace({});
  // A shell that stops at one text would hide the others: loops that never end are not generated.
  const texts = samples().filter((text) => analyse(text).doubts.length === 0);
  const runs = reallyRun(texts, dir.root);
  expect(runs).toHaveLength(texts.length);
  const missed = texts.flatMap((text, i) => {
    const { segments } = analyse(text);
    const unknown = (runs[i] ?? []).filter(
      (argv) => !segments.some((segment) => becomes(segment, argv)),
    );
    return unknown.map((argv) => ({ text, argv }));
  });
  expect(missed).toEqual([]);
  expect(runs.flat().length).toBeGreaterThan(texts.length / 2);
  // A reader that takes quotes for letters is caught by the same comparison.
  const blind = texts.flatMap((text, i) => {
    const segments = analyse(text.replaceAll(/['"\\]/g, "")).segments;
    return (runs[i] ?? []).filter((argv) => !segments.some((segment) => becomes(segment, argv)));
  });
  expect(blind.length).toBeGreaterThan(0);
});

(DASH === undefined ? test.skip : test)(
  "S16: what neither bash nor dash takes is in doubt",
  async () => {
    await using dir = await tempWorkspace({});
    const texts = samples().slice(0, 100);
    const takes = accepted(DASH ?? "", texts, dir.root);
    const alsoBash = BASH === undefined ? takes : accepted(BASH, texts, dir.root);
    const wrong = texts.filter((text, i) => {
      return takes[i] === false && alsoBash[i] === false && analyse(text).doubts.length === 0;
    });
    expect(wrong).toEqual([]);
  },
);
