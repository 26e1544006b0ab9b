import { sessionsToRead } from "@squire/memory";
import { systemClock } from "@squire/platform";
import type { MethodResult } from "@squire/protocol";
import { openSessions } from "../open-sessions.ts";
import type { Host } from "../open.ts";
import { mainModel } from "./learning-models.ts";
import { pastSessions } from "./past-sessions.ts";
import { artifactsOf, isLearning, NOT_ON, runLogOf } from "./place.ts";
import type { LoggedRun } from "./place.ts";

type State = MethodResult<"memory.learned">;

const OFF: State = { enabled: false, sessions: 0, waiting: 0, skills: [], costUsd: 0, unpriced: 0 };

/** How learning stands in this project, for those who look (MEM-11). */
export async function learnedState(host: Host): Promise<State> {
  if (!isLearning(host)) return { ...OFF, why: NOT_ON };
  const store = artifactsOf(host);
  if (store === null) return { ...OFF, why: "this folder is no project" };
  const main = await mainModel(host);
  const { store: logs } = await openSessions(host.home);
  const sessions = await pastSessions(host, logs);
  const events = runLogOf(store).read();
  const spent = events.filter((event) => event.type === "reply.kept");
  return {
    enabled: true,
    ...(main.ok ? {} : { why: main.why }),
    folder: store.folder,
    sessions: store.extracts().filter(({ failures }) => failures === 0).length,
    waiting: sessionsToRead({ sessions, store, now: systemClock.now }).length,
    skills: store.skills(),
    costUsd: spent.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    unpriced: spent.filter(({ costUsd }) => costUsd === null).length,
    ...lastRun(events),
  };
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
