import { sessionsToRead } from "@squire/memory";
import type { PastSession } from "@squire/memory";
import { systemClock } from "@squire/platform";
import type { MethodResult } from "@squire/protocol";
import { openSessions } from "../open-sessions.ts";
import type { Host } from "../open.ts";
import { messageOf } from "../workbench/custom/message-of.ts";
import { mainModel } from "./learning-models.ts";
import { pastSessions } from "./past-sessions.ts";
import { artifactsOf, isLearning, NOT_ON, runLogOf } from "./place.ts";
import type { LoggedRun } from "./place.ts";

type State = MethodResult<"memory.learned">;

const OFF: State = { enabled: false, sessions: 0, waiting: 0, skills: [], costUsd: 0, unpriced: 0 };

export type LearnedLook = {
  readonly state: State;
  /** How many sessions would be read if the user asked for it now. */
  readonly dueNow: number;
};

/** How learning stands in this project, for those who look (MEM-11). */
export async function learnedState(host: Host): Promise<LearnedLook> {
  if (!isLearning(host)) return { state: { ...OFF, why: NOT_ON }, dueNow: 0 };
  const store = artifactsOf(host);
  if (store === null) return { state: { ...OFF, why: "this folder is no project" }, dueNow: 0 };
  const main = await mainModel(host);
  const { sessions, why } = await knownSessions(host);
  const problem = main.ok ? why : main.why;
  const events = runLogOf(store).read();
  const spent = events.filter((event) => event.type === "reply.kept");
  const due = { sessions, store, now: systemClock.now };
  const state = {
    enabled: true,
    ...(problem === undefined ? {} : { why: problem }),
    folder: store.folder,
    sessions: store.extracts().filter(({ failures }) => failures === 0).length,
    waiting: sessionsToRead(due).length,
    skills: store.skills(),
    costUsd: spent.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    unpriced: spent.filter(({ costUsd }) => costUsd === null).length,
    ...lastRun(events),
  };
  return { state, dueNow: sessionsToRead({ ...due, atOnce: true }).length };
}

type Known = { readonly sessions: readonly PastSession[]; readonly why?: string };

/** Who only looks is told what is in the way, and sees the rest. */
async function knownSessions(host: Host): Promise<Known> {
  const { store } = await openSessions(host.home);
  try {
    return await pastSessions(host, store);
  } catch (error) {
    return { sessions: [], why: `the past sessions cannot be looked at: ${messageOf(error)}` };
  }
}

function lastRun(events: readonly LoggedRun[]): Pick<State, "lastRun"> {
  const began = events.findLast(({ type }) => type === "run.started");
  if (began === undefined) return {};
  const since = events.slice(events.indexOf(began));
  const end = since.find((event) => event.type === "run.finished");
  const problem = since.findLast((event) => event.type === "request.failed");
  return {
    lastRun: {
      at: began.at,
      learned: end?.learned ?? 0,
      failed: end?.failed ?? since.filter(({ type }) => type === "request.failed").length,
      finished: end !== undefined,
      ...(end?.stopped === undefined ? {} : { stopped: end.stopped }),
      ...(problem === undefined ? {} : { problem: problem.message }),
    },
  };
}
