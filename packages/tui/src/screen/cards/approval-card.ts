import { approvalParts, approvalReasons, effectWords, type ApprovalSaid } from "@squire/client";
import type { ApprovalRequest } from "@squire/protocol";
import { diffLines } from "../../text/diff.ts";
import { inert, inertLine } from "../../text/inert.ts";
import { lineWidth, span, type Line, type Tone } from "../../text/span.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { CardState } from "../state/app-state.ts";
import { approvalAnswers, type Answer } from "../state/card.ts";
import { boxed, boxWidth, scrolled, type CardSize } from "./box.ts";

type Detail = ApprovalRequest["details"][number];

/** What the gate asks: the exact bytes, the effect, why it asks, and the answers (PERM-6, PERM-10). */
export function approvalCard(
  request: ApprovalRequest,
  card: CardState | null,
  size: CardSize,
): readonly Line[] {
  const width = boxWidth(size.width);
  const { given, said } = approvalParts(request.details);
  const content = [
    ...given.flatMap((detail) => detailLines(detail, width)),
    ...summaryLines(request, given, width),
    ...wrapLine([span(circumstances(said), "dim")], { width }),
    ...reasonLines(request, said, width),
  ];
  const answers = answerLines(approvalAnswers(request), card?.index ?? 0, width);
  const shown = scrolled(content, card?.offset ?? 0, Math.max(3, size.rows - answers.length - 2));
  const tone = riskTone(request) === "danger" ? "danger" : "caution";
  const title = `${inertLine(request.toolName)} asks`;
  return boxed(title, [...shown, ...answers], size.width, tone);
}

/** Where it happens and what it does, in words. */
function circumstances({ folder, effect, sandbox }: ApprovalSaid): string {
  return [
    effect === undefined ? null : effectWords(effect),
    folder === undefined ? null : `in ${inertLine(folder)}`,
    sandbox === undefined ? null : `sandbox: ${inertLine(sandbox)}`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function reasonLines(request: ApprovalRequest, said: ApprovalSaid, width: number): readonly Line[] {
  const reasons = approvalReasons(request.reason, said);
  const risk = span(` · risk ${request.risk}`, riskTone(request));
  return reasons.flatMap((text, at) => {
    const lead = span(at === 0 ? "asks because: " : "         and: ", "faint");
    const end = at === reasons.length - 1 ? [risk] : [];
    return wrapLine([lead, span(inertLine(text)), ...end], { width });
  });
}

/** Said once: a summary of what stands there anyway is left out. */
function summaryLines(
  { summary, toolName }: ApprovalRequest,
  given: readonly Detail[],
  width: number,
): readonly Line[] {
  const words = [`${toolName} `, "$ "].reduce(
    (text, lead) => (text.startsWith(lead) ? text.slice(lead.length) : text),
    summary.trim(),
  );
  const isSaid = given.some(({ text }) => text.includes(words.trim()));
  return isSaid ? [] : wrapLine([span(inertLine(summary), "dim")], { width });
}

function riskTone({ risk }: ApprovalRequest): "danger" | "caution" | "dim" {
  return risk === "high" ? "danger" : risk === "med" ? "caution" : "dim";
}

/** What an edit takes away and puts there is told apart at a glance. */
const TONES: Readonly<Record<string, Tone>> = { search: "removed", replace: "added" };

/** Shown whole: what is approved is what is read. */
function detailLines({ label, text, format }: Detail, width: number): readonly Line[] {
  if (format === "diff") return diffLines(text, { width, rows: 10_000 });
  const tone = TONES[label];
  const style = format === "shell" ? { bold: true } : tone === undefined ? {} : { tone };
  const rows = inert(text).replace(/\n$/, "").split("\n");
  const single = rows.length === 1;
  const lead = single && format !== "shell" ? [span(`${inertLine(label)}: `, "faint")] : [];
  const head: readonly Line[] = single ? [] : [[span(`${inertLine(label)}:`, "faint")]];
  return [...head, ...rows.flatMap((row) => wrapLine([...lead, span(row, style)], { width }))];
}

/** Answers side by side, as many as fit; one that is too long has rows of its own, whole. */
function answerLines(answers: readonly Answer[], index: number, width: number): readonly Line[] {
  const rows: Line[] = [];
  for (const [at, { key, label }] of answers.entries()) {
    const isMarked = at === index;
    const answer: Line = [
      span(isMarked ? "▸ " : "  ", "accent"),
      span(`${key} `, "faint"),
      span(inertLine(label), isMarked ? { bold: true, underline: true } : {}),
    ];
    const row = rows.at(-1);
    const joined = row === undefined ? answer : [...row, span("  "), ...answer];
    if (row !== undefined && lineWidth(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(...wrapLine(answer, { width, rest: [span("    ")] }));
  }
  return rows;
}
