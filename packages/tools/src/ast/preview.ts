import type { structuredPatch } from "diff";
import { fitting, grouped } from "../search/shown-list.ts";
import { shownName } from "../workspace/shown-name.ts";
import type { EditPlan, PlannedFile } from "./plan-edit.ts";
import { problemLines } from "./problems.ts";

/** What the preview may take: enough to judge by, not to read everything. */
const MOST_DIFF_BYTES = 16 * 1024;
const MOST_LINE_CHARS = 300;
const CONTEXT_LINES = 1;

export function planLabel({ count, files }: EditPlan): string {
  const [only] = files;
  const where =
    files.length === 1 && only !== undefined ? shownName(only.place.name) : `${files.length} files`;
  return `${grouped(count)} replacements in ${where}`;
}

/** The changes as a diff, as far as there is room, and the files with their numbers. */
export async function previewOf(plan: EditPlan): Promise<string> {
  const { structuredPatch: patch } = await import("diff");
  const lines: string[] = [];
  for (const file of plan.files) lines.push(...diffLines(file, patch));
  const { lines: shown, isCut } = fitting(lines, MOST_DIFF_BYTES);
  const counts = plan.files.map(({ place, count }) => `${shownName(place.name)}: ${count}`);
  return [
    ...shown,
    ...(isCut
      ? ["(the rest of the diff is left out; all files:)", ...fitting(counts, 4_096).lines]
      : []),
    ...problemLines(plan.problems),
  ].join("\n");
}

type Patch = typeof structuredPatch;

function diffLines({ place, before, after }: PlannedFile, patch: Patch): readonly string[] {
  const name = shownName(place.name);
  const { hunks } = patch(name, name, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: 1_000,
  }) ?? { hunks: [] };
  return [
    `--- ${name}`,
    ...hunks.flatMap(({ oldStart, lines }) => [
      `@@ ${oldStart} @@`,
      ...lines.map((line) => line.replace(/\r$/, "").slice(0, MOST_LINE_CHARS)),
    ]),
  ];
}
