import type { UserMessage } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { makeTitle } from "../session/make-title.ts";
import type { SessionDesk } from "./desk.ts";

/** Resolves with the turn's id as soon as it has begun. */
export async function startTurn(desk: SessionDesk, message: UserMessage): Promise<string> {
  // One that has ended may still be put in order.
  await desk.whenTurnIsOver();
  const isFirst = desk.session.state().turns === 0;
  const { seq } = desk.feed;
  const begun = new AbortController();
  const turn = desk.agent.prompt(message);
  const failed = turn.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const runId = await Promise.race([firstRun(desk, seq, begun.signal), failed]);
  begun.abort();
  if (isFirst) void nameSession(desk, textOf(message));
  if (typeof runId === "string") return runId;
  if (runId !== null) throw runId.error;
  return desk.lastRunId;
}

async function firstRun(desk: SessionDesk, seq: number, signal: AbortSignal): Promise<string> {
  for await (const { event } of desk.feed.read(seq, signal)) {
    if (event.type === "turn.started") return event.runId;
  }
  return desk.lastRunId;
}

/** While the work goes on; a session without a title is no worse (LOOP-28). */
async function nameSession(desk: SessionDesk, words: string): Promise<void> {
  const { session, host } = desk;
  const before = session.state().title;
  await makeTitle(host, session, words, desk.closing);
  const { title } = session.state();
  if (title !== null && title !== before) desk.publish({ type: "title.changed", title });
}
