import type { MethodResult } from "@squire/protocol";
import type { CommandScene } from "./command.ts";
import { count, list, money, when } from "./words.ts";

type Learned = MethodResult<"memory.learned">;

/** How learning from past sessions stands, for `/memory` (MEM-11). */
export async function learnedLines(call: CommandScene["call"]): Promise<string> {
  const learned = await call("memory.learned", {});
  const { enabled, why, folder, skills } = learned;
  if (!enabled) return `\n\nPast sessions are not learned from: ${why ?? ""}.`;
  const lines = [
    ...(why === undefined ? [] : [`nothing is learned now: ${why}`]),
    spentLine(learned),
    lastLine(learned.lastRun),
    ...(skills.length === 0 ? [] : [`skills: ${skills.join(", ")}`]),
    ...(folder === undefined ? [] : [`kept in ${folder}`]),
  ];
  return `\n\nLearned from past sessions:\n${list(lines, "")}`;
}

function spentLine({ sessions, waiting, costUsd, unpriced }: Learned): string {
  const more = unpriced === 0 ? "" : `, ${count(unpriced)} requests without a known price`;
  return `${count(sessions)} sessions read, ${count(waiting)} wait for the next start; cost ${money(costUsd)}${more}`;
}

function lastLine(run: Learned["lastRun"]): string {
  if (run === undefined) return "not run yet";
  const { at, learned, failed, finished, stopped, problem } = run;
  const end = finished ? (stopped === undefined ? "" : `, stopped: ${stopped}`) : ", not finished";
  const trouble = problem === undefined ? "" : `; the last problem: ${problem}`;
  return `last run ${when(at)}: ${count(learned)} read, ${count(failed)} failed${end}${trouble}`;
}

/** What `/memory clear` leaves until the next run drops it. */
export async function stillLearned(call: CommandScene["call"]): Promise<string> {
  const { enabled, sessions } = await call("memory.learned", {});
  if (!enabled || sessions === 0) return "";
  return "; what past sessions taught stays until they are read the next time, and /memory reset removes it now";
}

/** `/memory enqueue`. */
export async function enqueue(call: CommandScene["call"]): Promise<string> {
  const { waiting } = await call("memory.enqueue", {});
  if (waiting === 0) return "Every past session of this project has been read or forgotten.";
  return `Reading ${count(waiting)} sessions in the background; /memory shows how it goes.`;
}
