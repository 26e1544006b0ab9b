import type { Answer, EntryDraft, Mode, Plan, Question } from "@squire/protocol";
import { assertNever } from "@squire/protocol/values";

/** What an answer leads to. */
export type Answered = {
  /** To be appended first, in this order. */
  readonly drafts: readonly EntryDraft[];
  /** The mode from now on, where it changes. */
  readonly mode?: Mode;
  /** What the model is told as the user's words. */
  readonly message: string;
  /** Whether the model should go on with it by itself. */
  readonly goesOn: boolean;
};

/**
 * What becomes of a question that ended a turn (PLAN-1..PLAN-4). `approveTo` is the mode an approved
 * plan is carried out in: `code`, or `research` for a plan of research (PLAN-9).
 */
export function answerTo(
  question: Question,
  answer: Answer,
  { approveTo = "code" }: { readonly approveTo?: Mode } = {},
): Answered {
  switch (question.kind) {
    case "plan":
      return answeredPlan(question, answer, approveTo);
    case "checkpoint":
      return answeredCheckpoint(question, answer);
    case "revision":
      return answeredRevision(question, answer);
    case "choice":
    case "text":
    case "confirm":
      return { drafts: [], message: saidOf(question, answer), goesOn: true };
    default:
      return assertNever(question.kind);
  }
}

function answeredPlan(question: Question, answer: Answer, mode: Mode): Answered {
  const { text } = answer;
  switch (answer.optionId) {
    case "approve":
      return {
        drafts: [...changed(question, "approved"), { type: "mode_change", mode }],
        mode,
        message: `${planText(question)}The plan is approved. Carry it out.${more(text)}`,
        goesOn: true,
      };
    case "cancel":
      return {
        drafts: [...changed(question, "cancelled"), { type: "mode_change", mode }],
        mode,
        message: `The plan is cancelled: do not carry it out.${more(text)}`,
        goesOn: false,
      };
    default:
      return {
        drafts: changed(question, "refined"),
        message: text ?? "Refine the plan.",
        goesOn: true,
      };
  }
}

function answeredCheckpoint(question: Question, { optionId, text }: Answer): Answered {
  if (optionId === "stop") {
    const message = `Stop here; the rest of the plan is not carried out.${more(text)}`;
    return { drafts: changed(question, "stopped"), message, goesOn: false };
  }
  if (optionId === "continue") {
    return { drafts: [], message: `Continue with the next step.${more(text)}`, goesOn: true };
  }
  return { drafts: [], message: text ?? "Revise the rest of the plan.", goesOn: true };
}

function answeredRevision(question: Question, { optionId, text }: Answer): Answered {
  if (optionId === "accept") {
    const message = `The revised plan is accepted. Go on.${more(text)}`;
    return { drafts: changed(question, "revised"), message, goesOn: true };
  }
  const message = `The revision is rejected: keep to the plan as it was.${more(text)}`;
  return { drafts: [], message, goesOn: true };
}

/** PLAN-4: "picked <id>", or the user's own words. */
function saidOf({ options }: Question, { optionId, text }: Answer): string {
  const picked = options.find(({ id }) => id === optionId);
  if (picked === undefined) return text === undefined ? "no answer" : `answered: ${text}`;
  return `picked ${picked.id} (${picked.title})${more(text)}`;
}

function changed({ plan }: Question, change: EntryDraft<"plan">["change"]): EntryDraft<"plan">[] {
  return plan === undefined ? [] : [{ type: "plan", change, plan }];
}

/** The plan goes along, so that it stands in the turn that carries it out. */
function planText({ plan }: Question): string {
  return plan === undefined ? "" : `<plan>\n${markdownOf(plan)}\n</plan>\n\n`;
}

function markdownOf({ markdown, steps }: Plan): string {
  const lines = steps.map(({ id, title, action }) => `- ${id}: ${title}: ${action}`);
  return [markdown, ...(lines.length === 0 ? [] : ["", ...lines])].join("\n");
}

function more(text: string | undefined): string {
  return text === undefined || text === "" ? "" : ` ${text}`;
}
