import type { AgentOptions } from "@squire/agent";
import type { Entry, EntryDraft, Mode, ThinkingLevel, Trust } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { recentBranch } from "./recent-branch.ts";

type Resumed = Required<Pick<AgentOptions, "queue" | "prefixes">> & Pick<AgentOptions, "lastSent">;

/** What an agent must know of what was there before it (SES-9). */
export function resumedFrom(session: Pick<OpenSession, "tree" | "state">): Resumed {
  const branch = recentBranch(session.tree);
  const { queue, lastPromptTokens } = session.state();
  const prefixes = new Map<string, Entry<"prefix">>();
  for (const entry of branch) if (entry.type === "prefix") prefixes.set(entry.hash, entry);
  const known = { queue, prefixes: prefixes.keys() };
  const sent = lastRequest(branch);
  if (sent === null) return known;
  const { model, prefixHash, options } = sent;
  const prefix = prefixes.get(prefixHash);
  return {
    ...known,
    lastSent: {
      model,
      fingerprint: prefixHash,
      promptTokens: lastPromptTokens ?? 0,
      mode: modeBefore(branch, sent),
      ...(prefix === undefined ? {} : { prefix }),
      ...(options === undefined ? {} : { options }),
    },
  };
}

function lastRequest(branch: readonly Entry[]): Entry<"request_sent"> | null {
  const sent = branch.findLast((entry) => entry.type === "request_sent" && entry.kind === "turn");
  return sent?.type === "request_sent" ? sent : null;
}

/** The mode of a session whose log says nothing about it. */
export const FIRST_MODE: Mode = "code";

/** What a session may do unasked before anybody has said so (PERM-9). */
export const FIRST_TRUST: Trust = "review";

function modeBefore(branch: readonly Entry[], sent: Entry): Mode {
  const end = branch.lastIndexOf(sent);
  const change = branch.findLast((entry, at) => at < end && entry.type === "mode_change");
  return change?.type === "mode_change" ? change.mode : FIRST_MODE;
}

/** The model a session goes on with, `provider/model`; null for a new one (MODL-11). */
function modelOf({ tree, state }: Pick<OpenSession, "tree" | "state">): string | null {
  return state().lasting.model ?? lastRequest(recentBranch(tree))?.model ?? null;
}

/** What a session wants its model to be chosen by when it goes on (SES-9). */
export function wishesOf(session: Pick<OpenSession, "tree" | "state">): {
  readonly model?: string;
  readonly thinking?: ThinkingLevel;
} {
  const model = modelOf(session);
  const { thinking } = session.state().lasting;
  return { ...(model === null ? {} : { model }), ...(thinking === null ? {} : { thinking }) };
}

export type Opening = {
  /** `provider/model`. */
  readonly model: string;
  readonly thinking?: ThinkingLevel;
  readonly mode: Mode;
  readonly trust: Trust;
};

/** Puts into the log what holds from now on and did not before (MODL-17). */
export async function recordOpening(session: OpenSession, opening: Opening): Promise<void> {
  const { model, thinking, mode, trust } = opening;
  const { lasting, mode: had, trust: trusted } = session.state();
  const drafts: EntryDraft[] = [];
  if ((modelOf(session) ?? model) !== model) {
    drafts.push({ type: "model_change", model, temporary: false });
  }
  if (thinking !== undefined && lasting.thinking !== thinking) {
    drafts.push({ type: "thinking_change", thinking, temporary: false });
  }
  if ((had ?? FIRST_MODE) !== mode) drafts.push({ type: "mode_change", mode });
  if ((trusted ?? FIRST_TRUST) !== trust) drafts.push({ type: "trust_change", trust });
  await Promise.all(drafts.map((draft) => session.append(draft)));
}

/** Every id a call of the session has had, also where the model no longer sees it. */
export function callIdsIn(branch: readonly Entry[]): readonly string[] {
  return branch.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "assistant"
      ? entry.message.content.flatMap((block) => (block.type === "call" ? [block.id] : []))
      : [],
  );
}
