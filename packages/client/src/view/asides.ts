import type { AgentEvent, Question } from "@squire/protocol";
import { add, change, isLive } from "./live.ts";
import type { ShellItem } from "./item.ts";
import type { Moment, Reducers } from "./reducer.ts";
import type { View } from "./view.ts";

/** What stands in a transcript besides talk and calls. */
export const asideReducers: Reducers = {
  "compaction.started": (view, { compactionId, tokensBefore }, { at }) =>
    add(view, {
      kind: "compaction",
      id: compactionId,
      at,
      runId: null,
      state: "running",
      tokensBefore,
      tokensAfter: null,
      summary: null,
      failure: null,
    }),
  "compaction.finished": finishCompaction,
  "compaction.failed": (view, { compactionId, failure }) =>
    change(view, "compaction", compactionId, (item) => ({ ...item, state: "failed", failure })),
  "summary.started": (view, { summaryId: id, tokens }, { at }) =>
    add(view, { ...NEW_SUMMARY, id, at, state: "running", tokens }),
  "summary.finished": (view, { summaryId: id, summary }, { at }) => {
    const end = { state: "done", summary } as const;
    if (!isLive(view, "summary", id)) return add(view, { ...NEW_SUMMARY, id, at, ...end });
    return change(view, "summary", id, (item) => ({ ...item, ...end }));
  },
  "summary.failed": (view, { summaryId, failure }) =>
    change(view, "summary", summaryId, (item) => ({ ...item, state: "failed", failure })),
  "plan.changed": (view, { change: what, plan }, { at, seq }) => {
    const over = what === "cancelled" || what === "stopped";
    const next = { ...view, plan: over ? null : { plan, change: what } };
    return add(next, { kind: "plan", id: `plan:${seq}`, at, runId: null, change: what, plan });
  },
  "question.asked": (view, { question }) => ({
    ...view,
    questions: [...others(view, question.questionId), question],
  }),
  "question.answered": (view, { runId, questionId, answer }, { at }) => {
    const question = view.questions.find((asked) => asked.questionId === questionId);
    const answered = { ...view, questions: others(view, questionId) };
    if (question === undefined) return answered;
    const id = `${questionId}:answer`;
    const said = saidOf(question, answer);
    const { prompt } = question;
    return add(answered, { kind: "answer", id, at, runId, questionId, prompt, answer: said });
  },
  "rewind.applied": (view, { entryId, what, turns, files, undoes }, { at }) => {
    const item = { kind: "rewind", id: entryId, at, runId: null, what, turns, files } as const;
    return add(view, { ...item, undo: undoes !== undefined });
  },
  "note.added": (view, { entryId, text }, { at }) => {
    const head = { kind: "notice", id: entryId, at, runId: null } as const;
    return add(view, { ...head, level: "info", code: "note", text });
  },
  "shell.started": (view, { shellId: id, command, cwd, private: isPrivate }, { at }) =>
    add(view, { ...NEW_SHELL, id, at, command, cwd, private: isPrivate }),
  "shell.updated": (view, { shellId, text }) =>
    change(view, "shell", shellId, (item) => ({ ...item, output: item.output + text })),
  "shell.finished": finishShell,
};

const NEW_SHELL = {
  kind: "shell",
  runId: null,
  output: "",
  running: true,
  exitCode: null,
  truncated: false,
  durationMs: null,
} as const;

const NEW_SUMMARY = {
  kind: "summary",
  runId: null,
  tokens: null,
  summary: null,
  failure: null,
} as const;

function finishShell(view: View, event: AgentEvent<"shell.finished">, { at }: Moment): View {
  const { shellId: id, command, cwd, output, exitCode, truncated, durationMs } = event;
  const known = { command, cwd, private: event.private };
  const end = { output, exitCode, truncated, durationMs, running: false };
  const finished = (item: ShellItem): ShellItem => ({ ...item, ...known, ...end });
  if (isLive(view, "shell", id)) return change(view, "shell", id, finished);
  return add(view, finished({ ...NEW_SHELL, id, at, ...known }));
}

/** Also one whose beginning nobody saw. */
function finishCompaction(
  view: View,
  event: AgentEvent<"compaction.finished">,
  { at }: Moment,
): View {
  const { compactionId: id, tokensBefore, tokensAfter, shortSummary } = event;
  const summary = shortSummary ?? null;
  const end = { state: "done", tokensBefore, tokensAfter, summary, failure: null } as const;
  if (isLive(view, "compaction", id)) {
    return change(view, "compaction", id, (item) => ({ ...item, ...end }));
  }
  return add(view, { kind: "compaction", id, at, runId: null, ...end });
}

function others({ questions }: View, questionId: string): readonly Question[] {
  return questions.filter((asked) => asked.questionId !== questionId);
}

type Answer = AgentEvent<"question.answered">["answer"];

function saidOf({ options }: Question, { optionId, text }: Answer): string | null {
  const picked = options.find(({ id }) => id === optionId)?.title ?? optionId;
  const said = [picked, text].filter((part) => part !== undefined && part !== "");
  return said.length === 0 ? null : said.join(": ");
}
