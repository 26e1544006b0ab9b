import type { Performers } from "../tools.ts";

/** Answers to what a session asks. The first answer of any face counts. */
export const answerPerformers: Performers<"approve" | "deny" | "answer" | "edits"> = {
  approve: async ({ approvalId, scope }, { client, say }) => {
    const { ok } = await client().call("exec.approve", { approvalId, scope });
    if (!ok) say({ level: "info", text: "Somebody else was faster with an answer." });
  },
  deny: async ({ approvalId, reason }, { client, say }) => {
    const words = reason === null ? {} : { reason };
    const { ok } = await client().call("exec.deny", { approvalId, ...words });
    if (!ok) say({ level: "info", text: "Somebody else was faster with an answer." });
  },
  answer: async ({ questionId, optionId, text }, { client, say }) => {
    const option = optionId === null ? {} : { optionId };
    const words = text === null ? {} : { text };
    const { ok } = await client().call("question.answer", { questionId, ...option, ...words });
    if (!ok) say({ level: "info", text: "Somebody else was faster with an answer." });
  },
  edits: async ({ what, which }, { client, session, say }) => {
    const chosen = { sessionKey: await session(), ...(which === null ? {} : { which }) };
    if (what === "discard") {
      await client().call("edits.discard", chosen);
      return;
    }
    const { results } = await client().call("edits.apply", chosen);
    for (const result of results) {
      const words = "error" in result && typeof result.error === "string" ? result.error : null;
      if (words !== null) say({ level: "warning", text: words });
    }
  },
};
