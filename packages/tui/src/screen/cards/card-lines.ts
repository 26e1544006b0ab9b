import type { ApprovalRequest, Question } from "@squire/protocol";
import { diffLines } from "../../text/diff.ts";
import { inert, inertLine } from "../../text/inert.ts";
import { lineWidth, span, type Line } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";
import { wrapLine } from "../../text/wrap.ts";
import { stepLines } from "../items/plan-lines.ts";
import type { CardState } from "../state/app-state.ts";
import { approvalAnswers, questionAnswers, type Answer } from "../state/card.ts";
import { boxed, boxWidth, scrolled } from "./box.ts";

export type CardSize = { readonly width: number; readonly rows: number };

/** What the gate asks: the exact bytes, the effect, why it asks, and the answers (PERM-6, PERM-10). */
export function approvalCard(
  request: ApprovalRequest,
  card: CardState | null,
  size: CardSize,
): readonly Line[] {
  const width = boxWidth(size.width);
  const content = [
    ...request.details.flatMap((detail) => detailLines(detail, width)),
    ...summaryLines(request, width),
    ...wrapLine(
      [
        span("asks because: ", "faint"),
        span(inertLine(request.reason)),
        span(` · risk ${request.risk}`, riskTone(request)),
      ],
      { width },
    ),
  ];
  const answers = answerLines(approvalAnswers(request), card?.index ?? 0, width);
  const shown = scrolled(content, card?.offset ?? 0, Math.max(3, size.rows - answers.length - 2));
  const title = `${inertLine(request.toolName)} asks`;
  return boxed(
    title,
    [...shown, ...answers],
    size.width,
    riskTone(request) === "danger" ? "danger" : "caution",
  );
}

/** Said once: a summary that is the command itself stands there already. */
function summaryLines({ summary, details }: ApprovalRequest, width: number): readonly Line[] {
  const isSaid = details.some(({ text }) => text.trim() === summary.trim());
  return isSaid ? [] : wrapLine([span(inertLine(summary), "dim")], { width });
}

function riskTone({ risk }: ApprovalRequest): "danger" | "caution" | "dim" {
  return risk === "high" ? "danger" : risk === "med" ? "caution" : "dim";
}

/** Shown whole: what is approved is what is read. */
function detailLines(
  { label, text, format }: ApprovalRequest["details"][number],
  width: number,
): readonly Line[] {
  if (format === "diff") return diffLines(text, { width, rows: 10_000 });
  const style = format === "shell" ? { bold: true } : {};
  const rows = inert(text).replace(/\n$/, "").split("\n");
  const single = rows.length === 1;
  const lead = single && format !== "shell" ? [span(`${inertLine(label)}: `, "faint")] : [];
  const head: readonly Line[] = single ? [] : [[span(`${inertLine(label)}:`, "faint")]];
  return [...head, ...rows.flatMap((row) => wrapLine([...lead, span(row, style)], { width }))];
}

/** A question of the agent with its options below each other, the plan above them. */
export function questionCard(
  question: Question,
  card: CardState | null,
  size: CardSize,
): readonly Line[] {
  const width = boxWidth(size.width);
  const prompt = inert(question.prompt)
    .split("\n")
    .flatMap((row) => wrapLine([span(row)], { width }));
  const plan = question.plan === undefined ? [] : stepLines(question.plan, width);
  const index = card?.index ?? 0;
  const answers = questionAnswers(question).flatMap((answer, at) =>
    optionLines(question, answer, { at, isMarked: at === index, width }),
  );
  const keys = wrapLine([span("↑↓ choose · enter · esc leaves it open", "faint")], { width });
  const room = Math.max(3, size.rows - answers.length - keys.length - 2);
  const content = scrolled([...prompt, ...plan], card?.offset ?? 0, room);
  return boxed(TITLES[question.kind], [...content, ...answers, ...keys], size.width, "accent");
}

const TITLES: Readonly<Record<Question["kind"], string>> = {
  choice: "question",
  text: "question",
  plan: "plan",
  checkpoint: "checkpoint",
  revision: "change of plan",
  confirm: "please confirm",
};

function optionLines(
  question: Question,
  { key, label }: Answer,
  {
    at,
    isMarked,
    width,
  }: { readonly at: number; readonly isMarked: boolean; readonly width: number },
): readonly Line[] {
  const summary = question.options[at]?.summary;
  const head = [
    span(isMarked ? "▸ " : "  ", "accent"),
    span(`${key} `, "faint"),
    span(inertLine(label), isMarked ? { bold: true } : {}),
    ...(summary === undefined ? [] : [span(`  ${inertLine(summary)}`, "dim")]),
  ];
  return wrapLine(head, { width, rest: [span("    ")] });
}

/** Answers side by side, as many as fit; the key of each stands before it. */
function answerLines(answers: readonly Answer[], index: number, width: number): readonly Line[] {
  const rows: Line[] = [];
  for (const [at, { key, label }] of answers.entries()) {
    const isMarked = at === index;
    const room = Math.max(1, width - 6);
    const answer: Line = [
      span(isMarked ? "▸ " : "  ", "accent"),
      span(`${key} `, "faint"),
      span(truncate(inertLine(label), room), isMarked ? { bold: true, underline: true } : {}),
      span("  "),
    ];
    const row = rows.at(-1);
    if (row === undefined || lineWidth(row) + lineWidth(answer) > width) rows.push(answer);
    else rows[rows.length - 1] = [...row, ...answer];
  }
  return rows;
}
