import { act, NOT_RUN } from "./act.ts";
import type { Acted } from "./act.ts";
import { endedWith } from "./call-end.ts";
import { groupsOf } from "./groups.ts";
import { inSlots } from "./in-slots.ts";
import type { AskedCall, CallEnd, CallPorts, CallScope } from "./ports.ts";
import { prepareCall } from "./prepare.ts";
import type { Prepared } from "./prepare.ts";
import { announceUnrecorded, recordOutcome } from "./record-outcome.ts";

const STEERED = "Interrupted, not run: the user has sent a message. Read it before you go on.";
const TURN_ENDS = "Interrupted, not run: an earlier call ended the turn.";

/**
 * Runs the calls of one reply. Every call gets exactly one outcome, in the log in call order
 * whatever the finishing order (invariant 3, TOOL-10). Consecutive calls that only read run side by
 * side, others alone (C23). Rejects only when the log does.
 */
export async function dispatchCalls(
  asked: readonly AskedCall[],
  ports: CallPorts,
  scope: CallScope,
): Promise<readonly CallEnd[]> {
  const ends: CallEnd[] = [];
  const isOver = (): boolean => ends.some(({ stop }) => stop !== undefined);
  for (const group of groupsOf(asked.map((call) => prepareCall(call, ports.tools)))) {
    ends.push(...(await runGroup(group, isOver, ports, scope)));
  }
  return ends;
}

async function runGroup(
  group: readonly Prepared[],
  isOver: () => boolean,
  ports: CallPorts,
  scope: CallScope,
): Promise<readonly CallEnd[]> {
  const failed = new AbortController();
  const linked: CallScope = { ...scope, signal: AbortSignal.any([scope.signal, failed.signal]) };
  const running = inSlots(group, scope.limits.parallel, (prepared) =>
    settle(prepared, isOver, ports, linked),
  );
  let unsettled = running.length;
  const settled = (): number => unsettled--;
  // A later one may fail while an earlier one is awaited.
  for (const acted of running) acted.then(settled, settled);
  const ends: CallEnd[] = [];
  try {
    for (const [at, acted] of running.entries()) {
      const prepared = group[at];
      if (prepared !== undefined)
        ends.push(
          await recordOutcome(
            prepared,
            { ...(await acted), alone: unsettled === 0 },
            ports,
            linked,
          ),
        );
    }
    return ends;
  } catch (error) {
    // The log is gone: what still runs is stopped and waited for, so that nothing acts unseen.
    failed.abort(error);
    const rest = await Promise.allSettled(running);
    for (const [at, acted] of rest.entries()) {
      const prepared = group[at];
      if (prepared === undefined || acted.status === "rejected" || at < ends.length) continue;
      await announceUnrecorded(prepared, acted.value, ports, scope);
    }
    throw error;
  }
}

async function settle(
  prepared: Prepared,
  isOver: () => boolean,
  ports: CallPorts,
  scope: CallScope,
): Promise<Acted> {
  if (prepared.type === "ended") return notRun(prepared.end);
  if (scope.signal.aborted) return notRun(endedWith("interrupted", NOT_RUN));
  if (isOver()) return notRun(endedWith("interrupted", TURN_ENDS));
  if (scope.interrupted()) return notRun(endedWith("interrupted", STEERED));
  return act(prepared, ports, scope);
}

function notRun(end: CallEnd): Acted {
  return { end, started: false };
}
