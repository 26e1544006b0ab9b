import {
  dollars,
  duration,
  imageWords,
  plural,
  type Item,
  type ToolItem,
  type UserItem,
} from "@squire/client";
import type { ApprovalRequest, Question } from "@squire/protocol";
import { inert, inertLine } from "../text/inert.ts";
import { approvalAnswers, questionAnswers } from "../screen/state/card.ts";

/**
 * An item in words, for a screen reader or a log: no signs that only mean something to the eye, no
 * frames, one fact per line. "" for what need not be said. The text of replies is said as it comes.
 */
export function plainItem(item: Item): string {
  switch (item.kind) {
    case "user":
      return item.synthetic ? "" : plainUser(item);
    case "text":
      return item.state === "cut" ? "The reply was cut off here." : "";
    case "thinking":
      return "";
    case "tool":
      return plainTool(item);
    case "shell": {
      const code = item.exitCode === null ? "stopped" : `exit code ${item.exitCode}`;
      return `${inert(item.output).trimEnd()}\nCommand ended, ${code}.`.trim();
    }
    case "notice":
      return `${item.level === "warning" ? "Warning" : "Note"}: ${inertLine(item.text)}`;
    case "error": {
      const advice = item.failure.advice === undefined ? "" : ` ${inertLine(item.failure.advice)}`;
      return `Error: ${inertLine(item.failure.message)}${advice}`;
    }
    case "turn":
      return plainTurn(item);
    default:
      return plainAside(item);
  }
}

function plainUser({ text, images }: UserItem): string {
  const lines = images.map(
    (image) => `Image: ${inertLine(imageWords(image)).replaceAll(" · ", ", ")}.`,
  );
  return [`You: ${inert(text)}`, ...lines].join("\n");
}

function plainTool(item: ToolItem): string {
  const what = inertLine(item.summary);
  if (item.end === null) return `Tool ${inertLine(item.name)}: ${what}: not run.`;
  const end = item.end.ok ? "done" : "failed";
  const took = duration(item.end.details.durationMs);
  const text = item.end.ok
    ? ""
    : `\n${inert(item.end.text).trimEnd().split("\n").slice(0, 6).join("\n")}`;
  return `Tool ${inertLine(item.name)}: ${what}: ${end}, ${inertLine(item.end.summary)}, ${took}.${text}`;
}

function plainTurn(item: Extract<Item, { kind: "turn" }>): string {
  const took = item.durationMs === null ? "" : `, ${duration(item.durationMs)}`;
  const cost = item.costUsd === null ? "" : `, ${dollars(item.costUsd)}`;
  return `Turn ${item.end}${took}${cost}.`;
}

type Aside = Exclude<
  Item,
  { kind: "user" | "text" | "thinking" | "tool" | "shell" | "notice" | "error" | "turn" }
>;

function plainAside(item: Aside): string {
  switch (item.kind) {
    case "retry":
      return `Asking again, attempt ${item.attempt}: ${inertLine(item.failure.message)}`;
    case "compaction":
      return item.state === "done" ? "What came before was summarised." : "Summarising failed.";
    case "summary":
      return `Notes on the branch that was left: ${inertLine(item.summary ?? item.failure?.message ?? "none")}`;
    case "plan":
      return `Plan ${item.change.replace("_", " ")}: ${item.plan.steps.filter((step) => step.done).length} of ${plural(item.plan.steps.length, "step")} done.`;
    case "answer":
      return `${inertLine(item.prompt)} Answer: ${inertLine(item.answer ?? "none")}`;
    case "rewind":
      return item.undo
        ? "Rewind undone."
        : `Took back ${item.what}, ${plural(item.files.length, "file")}.`;
    case "agent":
      return `Agent ${inertLine(item.task)}: ${item.ok === true ? "done" : "failed"}, ${inertLine(item.summary)}.`;
    case "citations":
      return item.citations
        .map(({ n, status, source }) => `Source ${n}, ${status}: ${inertLine(source)}`)
        .join("\n");
  }
}

/** What the gate asks, whole, with the letters that answer it. An empty line is no. */
export function plainApproval(request: ApprovalRequest): string {
  const details = request.details.map(({ label, text }) => `${inertLine(label)}: ${inert(text)}`);
  const answers = approvalAnswers(request).map(({ key, label }) => `${key} = ${inertLine(label)}`);
  return [
    `Approval needed for ${inertLine(request.toolName)}: ${inertLine(request.summary)}`,
    ...details,
    `Reason: ${inertLine(request.reason)}. Risk: ${request.risk}.`,
    `Type ${answers.join(", ")}, and Enter. Enter alone denies. After w, write why.`,
  ].join("\n");
}

export function plainQuestion(question: Question): string {
  const steps =
    question.plan?.steps.map((step, index) => `Step ${index + 1}: ${inertLine(step.title)}`) ?? [];
  const answers = questionAnswers(question).map(({ key, label }) => `${key} = ${inertLine(label)}`);
  const how =
    answers.length === 0 ? "Type your answer and Enter." : `Type ${answers.join(", ")}, and Enter.`;
  return [`Question: ${inert(question.prompt)}`, ...steps, how].join("\n");
}
