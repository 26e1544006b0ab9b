import type { Mode, ThinkingLevel, Trust } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { closePending } from "../approvals/close-pending.ts";
import type { RunRules } from "../safety/policy.ts";
import { recordRules } from "../safety/record-rules.ts";
import { requireRules } from "../safety/rule-failure.ts";
import { firstMode } from "./first-mode.ts";
import { tellLost } from "./lost-actions.ts";
import { recentBranch } from "./recent-branch.ts";
import { FIRST_MODE, FIRST_TRUST, recordOpening, resumedFrom } from "./resume.ts";
import { openingTrust } from "./trust-dial.ts";

export type BeginInput = Parameters<typeof openingTrust>[0] & {
  readonly session: OpenSession;
  readonly model: { readonly id: string };
  readonly thinking?: ThinkingLevel;
  readonly mode?: Mode;
  readonly rules?: RunRules;
};

/** How a session begins this time. */
export type Beginning = {
  readonly mode: Mode;
  readonly trust: Trust;
  /** The trust the session was left with. */
  readonly had: Trust;
  readonly resumed: ReturnType<typeof resumedFrom>;
  /** Why the trust is another than was asked for, and which actions were lost; null for none. */
  readonly note: string | null;
  readonly lost: string | null;
};

/** Closes what was left open, and puts on record with what the session goes on. */
export async function beginSession(input: BeginInput): Promise<Beginning> {
  const { host, session, model, thinking } = input;
  requireRules(host.loaded, input.rules);
  const state = session.state();
  const had = state.trust ?? FIRST_TRUST;
  const mode = input.mode ?? state.mode ?? modeOf(session, host);
  const { trust, note } = await openingTrust(input);
  const resumed = resumedFrom(session);
  await closePending(session);
  const lost = await tellLost(session);
  const how = thinking === undefined ? {} : { thinking };
  await recordOpening(session, { model: model.id, mode, trust, ...how });
  await recordRules(session, input.rules);
  return { mode, trust, had, resumed, note, lost };
}

/** A session in which something was said and no mode named was in the mode that needs no entry. */
function modeOf({ tree }: OpenSession, host: BeginInput["host"]): Mode {
  const isNew = recentBranch(tree).every(({ type }) => type !== "message");
  return isNew ? firstMode(host) : FIRST_MODE;
}
