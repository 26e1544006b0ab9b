import type { Question } from "@squire/protocol";
import { inert, inertLine } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { wrapLine } from "../../text/wrap.ts";
import { stepLines } from "../items/plan-lines.ts";
import type { CardState } from "../state/app-state.ts";
import { questionAnswers, wayOut, type Answer } from "../state/card.ts";
import { boxed, boxWidth, scrolled, type CardSize } from "./box.ts";

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
  const keys = wrapLine([span(`↑↓ choose · enter · ${wayOut(question)}`, "faint")], { width });
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
