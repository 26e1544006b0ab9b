import { parseBlocks } from "@squire/tools";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { editRig } from "./edit-rig.ts";
import type { Texts } from "./edit-rig.ts";
import type { Judge } from "./judge.ts";
import { Tally } from "./judge.ts";

type GoldEdit = {
  readonly kind: "edit";
  readonly path: string;
  readonly search: string;
  readonly replace: string;
};

type Section = {
  readonly id: string;
  readonly text: string;
  readonly error: boolean;
  readonly gold: readonly (GoldEdit | { readonly kind: "shell"; readonly text: string })[];
};

type Scenario = {
  readonly id: string;
  readonly before: Texts;
  readonly patch: string;
  readonly after: Texts;
  readonly expectError: boolean;
};

/** The share of sections that must parse like the gold. */
const WANTED = 0.98;

/** Edits as real models write them: read from replies, done and undone, and patches. */
export const editsJudge: Judge = {
  name: "edits",
  needs: "judges/edits",
  run: async (folder) => {
    const tally = new Tally();
    const sections = linesOf(join(folder, "search-replace.jsonl")) as readonly Section[];
    const scenarios = linesOf(join(folder, "apply-patch.jsonl")) as readonly Scenario[];
    const notes = [
      judgeBlocks(sections, tally),
      await judgeUndo(sections.flatMap(editsIn), tally),
      await judgePatches(scenarios, tally),
    ];
    return tally.verdict(notes.join("; "));
  },
};

function judgeBlocks(sections: readonly Section[], tally: Tally): string {
  const read = sections.filter(({ error }) => !error);
  const wrong = read.filter((section) => !isLikeGold(section));
  const rate = (read.length - wrong.length) / read.length;
  tally.check(
    rate >= WANTED,
    () => `search/replace: ${wrong.map(({ id }) => id).join(", ")} differ from the gold`,
  );
  const refused = sections.filter(({ error, text }) => error && parseBlocks(text).problem !== null);
  const errors = sections.length - read.length;
  return `search/replace ${read.length - wrong.length} of ${read.length} (${rate.toFixed(3)}), errors noticed ${refused.length} of ${errors}`;
}

function isLikeGold({ text, gold }: Section): boolean {
  const wanted = gold.flatMap((item) =>
    item.kind === "edit" ? [[item.path, item.search, item.replace]] : [],
  );
  const { edits } = parseBlocks(text);
  const found = edits.map(({ path, search, replace }) => [path, search, replace]);
  return JSON.stringify(found) === JSON.stringify(wanted);
}

function editsIn({ gold }: Section): readonly GoldEdit[] {
  return gold.flatMap((item) => (item.kind === "edit" ? [item] : []));
}

/** Each edit is done in a file that holds what it searches for, and taken back by its inverse. */
async function judgeUndo(edits: readonly GoldEdit[], tally: Tally): Promise<string> {
  let [tried, undone] = [0, 0];
  for (const [n, { search, replace }] of edits.entries()) {
    const around = (text: string): string => `begin ${n}\n${text}end ${n}\n`;
    const canGo = search !== replace && isUnique(around(search), search);
    if (!canGo || !isUnique(around(replace), replace)) continue;
    tried++;
    const path = "file.txt";
    await using rig = await editRig("replace", { [path]: around(search) });
    const there = await rig.edit({ path, search, replace });
    const isThere = (await rig.texts())[path] === around(replace);
    const back = await rig.edit({ path, search: replace, replace: search });
    const isBack = (await rig.texts())[path] === around(search);
    const ok = there && isThere && back && isBack;
    if (ok) undone++;
    tally.check(ok, () => `undo: edit ${n} does not come back`);
  }
  return `done and undone ${undone} of ${tried}`;
}

/** Other edits cannot be found again once they are done. */
function isUnique(text: string, part: string): boolean {
  return part !== "" && text.indexOf(part) === text.lastIndexOf(part);
}

async function judgePatches(scenarios: readonly Scenario[], tally: Tally): Promise<string> {
  let passed = 0;
  for (const { id, before, patch, after, expectError } of scenarios) {
    await using rig = await editRig("patch", before);
    const done = await rig.edit({ patch });
    const ok = done === !expectError && isDeepStrictEqual(await rig.texts(), after);
    if (ok) passed++;
    tally.check(ok, () => `patch: ${id} is not as expected`);
  }
  return `patches ${passed} of ${scenarios.length}`;
}

function linesOf(file: string): readonly unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
