import { doubtsOf, whyLeft } from "@squire/host/rewind";
import type {
  Doubts,
  RestoredFiles,
  RewindPlan,
  RewindPoints,
  RewindRefusal,
  RewindResult,
} from "@squire/host/rewind";
import { EXIT_CODES } from "@squire/protocol/values";
import { counted, when } from "../output/figures.ts";
import { columns, roomOf } from "../output/table.ts";
import { fitted } from "../output/text-width.ts";
import { terminalText } from "../output/terminal-text.ts";
import { doubtLines, numbers, pathLine, stepLines, uncoveredLines } from "./rewind-lines.ts";
import { doubtsJson, planJson, resultJson } from "./rewind-json.ts";
import type { Job } from "./rewind-job.ts";
import { printJson, say } from "./sessions-at.ts";

/** What the columns before it take. */
const TEXT_INDENT = 36;

export function showPoints({ flags, io, ref }: Job, points: RewindPoints): void {
  if (flags.json) return printJson(io, { sessionId: ref.id, ...points });
  const { turns, rewinds } = points;
  if (turns.length === 0) say(io, `session ${ref.id} has no turns yet.`);
  else {
    const rows = turns.map(({ turn, at, paths, files, text }) => [
      String(turn),
      when(at),
      files === "gone" ? "gone" : `${paths.length}${files === "cut_off" ? " or more" : ""}`,
      fitted(text, roomOf(io.stdout) - TEXT_INDENT),
    ]);
    print(io, columns([["turn", "begun", "changes", "what you said"], ...rows]));
  }
  const last = rewinds.findLast(({ undone, undoes }) => !undone && undoes === undefined);
  if (last !== undefined)
    say(io, `last rewind: ${when(last.at)}; to undo it: squire rewind --undo${ofSession(flags)}`);
}

/** What a plan would do. */
export function showPlan({ flags, io, ref }: Job, plan: RewindPlan): void {
  if (flags.json) return printJson(io, { sessionId: ref.id, dryRun: true, ...planJson(plan) });
  print(io, `would go back to ${whereTo(plan)}\n`);
  for (const { workspace, steps } of plan.files) print(io, stepLines(workspace, steps));
  if (plan.talk !== undefined) print(io, `conversation: ${talkLine(plan)}\n`);
  print(io, doubtLines(doubtsOf(plan)));
  print(io, uncoveredLines(plan));
}

/** Why nothing was done yet. */
export function showDoubts({ flags, io, ref, person }: Job, doubts: Doubts): void {
  if (flags.json) {
    const reason = "needs_confirmation";
    return printJson(io, { sessionId: ref.id, done: false, reason, ...doubtsJson(doubts) });
  }
  io.stderr.write(terminalText(doubtLines(doubts)));
  if (person === null) say(io, "Nothing was changed. To go on all the same: --force");
}

export function showRefusal({ flags, io, ref }: Job, refusal: RewindRefusal): number {
  const { code, message, advice } = refusal;
  if (flags.json) {
    printJson(io, { sessionId: ref.id, done: false, reason: code, message, advice });
  }
  say(io, message);
  say(io, advice);
  return code === "not_found" ? EXIT_CODES.usage : EXIT_CODES.error;
}

/** Gives the exit code. */
export function showResult(job: Job, plan: RewindPlan, result: RewindResult): number {
  const { flags, io, ref } = job;
  if (flags.json) {
    printJson(io, { sessionId: ref.id, ...resultJson(plan, result) });
  } else if (result.kind === "done" || result.kind === "unproven") {
    showMoved(job, plan, result);
  }
  switch (result.kind) {
    case "done":
      return EXIT_CODES.ok;
    case "needs_confirmation":
      return EXIT_CODES.needsAnswer;
    case "stale":
      say(
        io,
        `files changed in this very moment: ${result.paths.map(pathLine).join(", ")}. Try again.`,
      );
      return EXIT_CODES.error;
    case "failed":
      say(io, `nothing was taken back: ${result.message}`);
      if (!result.rolledBack)
        say(io, "Files may be half restored; the next start puts them right.");
      return EXIT_CODES.error;
    case "unproven":
      say(io, "the files are not what they were; the conversation was left as it is.");
      return EXIT_CODES.error;
  }
}

type Moved = Extract<RewindResult, { kind: "done" | "unproven" }>;

function showMoved({ flags, io }: Job, plan: RewindPlan, result: Moved): void {
  print(io, `went back to ${whereTo(plan)}\n`);
  for (const files of result.files) showFiles(io, files);
  if (result.kind === "done" && plan.talk !== undefined) {
    print(io, `conversation: ${talkLine(plan)}\n`);
  }
  for (const { path, reason } of plan.files.flatMap(({ obstacles }) => obstacles)) {
    say(io, `not put back: ${pathLine(path)} (${whyLeft(reason)})`);
  }
  io.stderr.write(terminalText(uncoveredLines(plan)));
  const undoesUndo = result.kind === "done" && plan.to.type === "rewind";
  const how = undoesUndo ? `--to ${result.entryId}` : "--undo";
  say(io, `to undo this: squire rewind ${how}${ofSession(flags)}`);
}

function showFiles(io: Job["io"], { workspace, steps, left, proof }: RestoredFiles): void {
  const stayed = new Set(left.map(({ path }) => path));
  const moved = steps.filter(({ path }) => !stayed.has(path));
  print(io, stepLines(workspace, moved));
  for (const { path, reason } of left)
    print(io, `  left alone     ${pathLine(path)} (${whyLeft(reason)})\n`);
  const { holds, paths, found, differing } = proof;
  if (paths === 0) return;
  if (holds)
    print(io, `  proven: ${counted(paths, "path")} as before, sha256 ${found?.slice(0, 16)}…\n`);
  else print(io, `  NOT PROVEN, not as before: ${differing.map(pathLine).join(", ")}\n`);
}

function whereTo({ to, turns }: RewindPlan): string {
  const gone = turns.length === 0 ? "" : `; taken back: ${numbers(turns)}`;
  switch (to.type) {
    case "turn":
      return `before turn ${to.turn}${gone}`;
    case "rewind":
      return `before the last rewind${gone}`;
    case "change":
      return `before the last change${gone}`;
  }
}

function talkLine({ to }: RewindPlan): string {
  if (to.type !== "turn") return "as it was before the rewind";
  return to.turn === 1 ? "empty again" : `ends after turn ${to.turn - 1}`;
}

function ofSession({ session }: Job["flags"]): string {
  return session === undefined ? "" : ` --session ${session}`;
}

function print(io: Job["io"], text: string): void {
  io.stdout.write(terminalText(text));
}
