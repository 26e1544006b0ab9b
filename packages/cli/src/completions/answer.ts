import { EXIT_CODES } from "@squire/protocol/values";
import type { Io } from "../io.ts";
import { terminalText } from "../output/terminal-text.ts";
import { complete } from "./complete.ts";
import type { Candidate } from "./complete.ts";
import { lookUp } from "./look-up.ts";

/**
 * What the scripts of `squire completions` ask: the words of a command line, the last being typed.
 * The first line says what the shell must add itself (`files <what to put before them>`, `folders`,
 * `none`); then one candidate per line, a tab and what it is about. Fails in silence: a completion
 * has no place for complaints.
 */
export async function answerCompletion(words: readonly string[], io: Io): Promise<number> {
  const { candidates, kind, typed, before } = complete(words);
  const found = kind === null ? [] : await lookUp(kind, io).catch(() => []);
  const fit = found.filter(({ value }) => value.startsWith(typed));
  const shell =
    kind === "file" || kind === "transcript" ? "files" : kind === "folder" ? "folders" : "none";
  const lines = [...candidates, ...fit].map((candidate) => lineOf(candidate, before));
  io.stdout.write(`${[`${shell}\t${before}`, ...lines].join("\n")}\n`);
  return EXIT_CODES.ok;
}

function lineOf({ value, about }: Candidate, before: string): string {
  const said = terminalText(about).replaceAll(/\s+/g, " ");
  return `${before}${terminalText(value).replaceAll(/\s+/g, " ")}\t${said}`;
}
