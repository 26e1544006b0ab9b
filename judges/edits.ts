import { parseBlocks } from "@squire/tools";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Judge } from "./judge.ts";
import { Tally } from "./judge.ts";

type Section = {
  readonly id: string;
  readonly text: string;
  readonly error: boolean;
  readonly gold: readonly (
    | {
        readonly kind: "edit";
        readonly path: string;
        readonly search: string;
        readonly replace: string;
      }
    | { readonly kind: "shell"; readonly text: string }
  )[];
};

/** The share of sections that must parse like the gold. */
const WANTED = 0.98;

/** Edits in real models' replies. */
export const editsJudge: Judge = {
  name: "edits",
  needs: "judges/edits",
  run: async (folder) => {
    const tally = new Tally();
    const sections = sectionsOf(join(folder, "search-replace.jsonl"));
    const read = sections.filter(({ error }) => !error);
    const wrong = read.filter((section) => !isLikeGold(section));
    const rate = (read.length - wrong.length) / read.length;
    tally.check(
      rate >= WANTED,
      () => `search/replace: ${wrong.map(({ id }) => id).join(", ")} differ from the gold`,
    );
    const refused = sections.filter(
      ({ error, text }) => error && parseBlocks(text).problem !== null,
    );
    const errors = sections.length - read.length;
    return tally.verdict(
      `search/replace ${read.length - wrong.length} of ${read.length} (${rate.toFixed(3)}), errors noticed ${refused.length} of ${errors}`,
    );
  },
};

function isLikeGold({ text, gold }: Section): boolean {
  const wanted = gold.flatMap((item) =>
    item.kind === "edit" ? [[item.path, item.search, item.replace]] : [],
  );
  const { edits } = parseBlocks(text);
  const found = edits.map(({ path, search, replace }) => [path, search, replace]);
  return JSON.stringify(found) === JSON.stringify(wanted);
}

function sectionsOf(file: string): readonly Section[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Section);
}
