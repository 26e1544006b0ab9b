import type { QueueItem, UserMessage } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { answerQuestion } from "./answer-question.ts";
import type { SessionDesk } from "./desk.ts";
import { imageNote } from "./references/image-note.ts";
import { startTurn } from "./start-turn.ts";

export type Delivery = QueueItem["delivery"];

export type SendOptions = {
  /** When a turn runs; absent: it is heard within it. */
  readonly delivery: Delivery | undefined;
  readonly by: string;
};

/** Starts a turn, or reaches the one that runs (LOOP-7). Resolves when the message is safe. */
export async function send(
  desk: SessionDesk,
  message: UserMessage,
  { delivery = "steer", by }: SendOptions,
): Promise<{ readonly runId: string; readonly queueId?: string }> {
  await desk.whenFree();
  await desk.whenTurnIsOver();
  warnOfImages(desk, message);
  if (desk.agent.running) {
    const queueId = await enqueue(desk, message, delivery);
    return { runId: desk.lastRunId, queueId };
  }
  const { ended } = desk.questions;
  // Words in the place of an option answer the question where that takes words.
  if (ended?.allowCustom === true && isPlain(message)) {
    await answerQuestion(desk, ended.questionId, { answer: { text: textOf(message) }, by });
    return { runId: desk.lastRunId };
  }
  if (ended !== null) dropQuestion(desk, ended.questionId, by);
  return { runId: await startTurn(desk, message) };
}

/** The model is told in words that there was an image; the user should know it too (IMG-1). */
function warnOfImages(desk: SessionDesk, { content }: UserMessage): void {
  const text = content.some(({ type }) => type === "image") ? imageNote(desk) : null;
  if (text !== null)
    desk.publish({ type: "warning.raised", code: "model.no_images", message: text });
}

function isPlain({ content }: UserMessage): boolean {
  return content.length === 1 && content[0]?.type === "text";
}

function dropQuestion(desk: SessionDesk, questionId: string, by: string): void {
  desk.questions.ended = null;
  const runId = desk.lastRunId;
  desk.publish({ type: "question.answered", runId, questionId, answer: {}, by });
}

function enqueue(desk: SessionDesk, message: UserMessage, delivery: Delivery): Promise<string> {
  switch (delivery) {
    case "steer":
      return desk.agent.steer(message);
    case "replace":
      return desk.agent.replace(message);
    case "follow_up":
    case "next_turn":
      return desk.agent.followUp(message);
  }
}
