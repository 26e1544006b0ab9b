import { retryLastUser } from "@squire/agent";
import type { MethodParams, UserContent } from "@squire/protocol";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import type { Handlers, Scene } from "../handlers.ts";
import { withLabels } from "../references/with-labels.ts";
import { withReferences } from "../references/with-references.ts";
import { answerQuestion } from "../answer-question.ts";
import { send } from "../send.ts";
import { startTurn } from "../start-turn.ts";
import { moveLeaf } from "../move-leaf.ts";

type Names =
  | "chat.send"
  | "chat.abort"
  | "chat.retry"
  | "chat.replay"
  | "chat.compact"
  | "queue.list"
  | "queue.edit"
  | "queue.remove"
  | "exec.approve"
  | "exec.deny"
  | "question.answer";

export const chatHandlers: Handlers<Names> = {
  "chat.send": async ({ sessionKey, message, delivery }, { desks, client }) => {
    const desk = await desks.get(sessionKey);
    const content = await contentOf(message, desk);
    return send(desk, { role: "user", content }, { delivery, by: client.clientId });
  },

  "chat.abort": async ({ runId, sessionKey }, { desks, client }) => {
    if (runId === undefined && sessionKey === undefined) {
      return refuse("invalid", "Nothing is named to be stopped.", "Give runId or sessionKey.");
    }
    const all = await desks.all();
    const id = sessionKey === undefined ? null : await desks.idOf(sessionKey);
    const desk = all.find((one) => (id === null ? one.runId === runId : one.id === id));
    if (desk === undefined || (runId !== undefined && desk.runId !== runId)) return { ok: false };
    return { ok: await desk.abort(client.clientId) };
  },

  "chat.retry": async ({ sessionKey, message }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const retry = await desk.exclusively(async () => {
      const found = retryLastUser(desk.session.tree.branch());
      if (found === null) return refuse("not_found", "There is nothing to send again.");
      await moveLeaf(desk, found.leaf.targetId);
      return found;
    });
    const content = message === undefined ? retry.message.content : await contentOf(message, desk);
    return { runId: await startTurn(desk, { role: "user", content }) };
  },

  "chat.replay": async ({ sessionKey, before }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { tree } = desk.session;
    if (before === undefined) return desk.page(tree.leafId);
    if (tree.get(before) === undefined) return refuse("not_found", `There is no entry ${before}.`);
    return desk.page(tree.parentOf(before));
  },

  "chat.compact": async ({ sessionKey, instructions }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const shortened = await desk.exclusively((signal) =>
      desk.live.controls.compact(signal, instructions),
    );
    const { tokens } = desk.state().context;
    const same = { tokensBefore: tokens, tokensAfter: tokens };
    return { ok: shortened !== null, ...(shortened ?? same) };
  },

  "queue.list": async ({ sessionKey }, { desks }) => ({
    items: (await desks.get(sessionKey)).agent.queue,
  }),
  "queue.edit": async ({ sessionKey, queueId, message }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const content = await contentOf(message, desk);
    return { ok: await desk.agent.revise(queueId, { role: "user", content }) };
  },
  "queue.remove": async ({ sessionKey, queueId }, { desks }) => ({
    ok: await (await desks.get(sessionKey)).agent.withdraw(queueId),
  }),

  "exec.approve": async ({ approvalId, scope = "once" }, scene) => {
    const by = scene.client.clientId;
    return answerApproval(scene, approvalId, { verdict: "approve", scope, by });
  },
  "exec.deny": async ({ approvalId, reason }, scene) => {
    const why = reason === undefined ? {} : { reason };
    return answerApproval(scene, approvalId, {
      verdict: "deny",
      ...why,
      by: scene.client.clientId,
    });
  },

  "question.answer": async ({ questionId, ...answer }, { desks, client }) => {
    const all = await desks.all();
    const desk = all.find(({ questions }) =>
      questions.pending().some((question) => question.questionId === questionId),
    );
    if (desk === undefined) return { ok: false };
    return { ok: await answerQuestion(desk, questionId, { answer, by: client.clientId }) };
  },
};

type Answer = Parameters<SessionDesk["approvals"]["answer"]>[1];

/** Ids are unique among all sessions: whoever asked gets the answer. */
async function answerApproval({ desks }: Scene, approvalId: string, answer: Answer) {
  for (const desk of await desks.all()) {
    const answered = desk.approvals.answer(approvalId, answer);
    if (answered !== null) return answered;
  }
  return refuse("not_found", "Nobody asks that any more.", "It was answered, or its turn is over.");
}

/** A message as it is kept: with what it points at, and with what its images are. */
async function contentOf(
  message: MethodParams<"chat.send">["message"],
  desk: SessionDesk,
): Promise<readonly UserContent[]> {
  if (typeof message === "string") return withReferences([{ type: "text", text: message }], desk);
  return withReferences(await withLabels(message), desk);
}
