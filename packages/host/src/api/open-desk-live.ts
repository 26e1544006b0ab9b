import { approvalTimes } from "../approvals/approval-times.ts";
import { openLiveSession } from "../session/live-session.ts";
import type { LiveInput } from "../session/live-input.ts";
import type { LiveSession } from "../session/live-session.ts";
import type { DeskInput } from "./desk-input.ts";

type DeskPorts = Required<Pick<LiveInput, "approve" | "askUser" | "confirmYolo" | "emit">>;

/** The live session of a desk: what the settings say, then what was wished for. */
export function openDeskLive(
  { host, session, choice, model, wishes, face }: DeskInput,
  ports: DeskPorts,
): Promise<LiveSession> {
  const { settings } = host.loaded;
  const { timeoutMs } = approvalTimes(settings, face);
  return openLiveSession({
    host,
    session,
    info: choice.model,
    model,
    yes: false,
    tools: true,
    maxSteps: settings.agent.maxSteps,
    budgetUsd: settings.budgetUsd,
    ...(choice.thinking === undefined ? {} : { thinking: choice.thinking }),
    ...wishes,
    ...(timeoutMs === null ? {} : { approvalMs: timeoutMs }),
    ...ports,
  });
}
