import type { EntryDraft } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { answerTo } from "../session/answer-question.ts";
import { plansResearch } from "../research/plans-research.ts";
import type { SessionDesk } from "./desk.ts";
import type { GivenAnswer } from "./questions.ts";
import { startTurn } from "./start-turn.ts";

/** The topic of an answer that starts no turn: the model is told with the next one. */
const TOPIC = "answer";

/** Gives an answer to whoever asked. False when somebody was faster. */
export async function answerQuestion(
  desk: SessionDesk,
  questionId: string,
  given: GivenAnswer,
): Promise<boolean> {
  if (desk.questions.answer(questionId, given)) return true;
  const question = desk.questions.ended;
  if (question?.questionId !== questionId) return false;
  desk.questions.ended = null;
  const { answer, by } = given;
  const approveTo = plansResearch(desk.host, desk.session) ? "research" : "code";
  const { drafts, mode, message, goesOn } = answerTo(question, answer, { approveTo });
  await desk.work(async () => {
    const runId = desk.lastRunId;
    desk.publish({ type: "question.answered", runId, questionId, answer, by });
    for (const draft of drafts) await put(desk, draft);
    if (mode !== undefined) await desk.live.controls.useMode(mode);
    if (!goesOn) await desk.session.append({ type: "context", topic: TOPIC, text: message });
  });
  if (goesOn) await startTurn(desk, userText(message));
  return true;
}

/** What carries out a plan comes with its approval (PLAN-2). */
async function put(desk: SessionDesk, draft: EntryDraft): Promise<void> {
  await desk.session.append(draft);
  if (draft.type !== "plan") return;
  const { change, plan } = draft;
  desk.publish({ type: "plan.changed", change, plan });
  if (change !== "approved") return;
  for (const tool of desk.live.workbench.planTools()) desk.agent.addTool(tool);
}
