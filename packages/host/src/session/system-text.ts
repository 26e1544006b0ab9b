import { composeSystem } from "@squire/agent";
import type { Mode } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { BLOCKS_GUIDE, pickEditVariant } from "@squire/tools";
import type { Pinned } from "../memory/pinned-memory.ts";
import type { Host } from "../open.ts";
import { plansResearch } from "../research/plans-research.ts";
import type { OfferedSources } from "../research/mode-tools.ts";
import { searchGuidance } from "../research/search-guidance.ts";

export type SystemInput = {
  readonly host: Host;
  readonly session: Pick<OpenSession, "header" | "tree">;
  readonly mode: Mode;
  /** Replaces the built-in instructions; "" sends none. */
  readonly system?: string;
  readonly appendSystem?: string;
  /** False: nothing may act. */
  readonly tools?: boolean;
  /** What memory pins (MEM-7); absent: nothing. */
  readonly pinned?: Pinned;
  /** Where research looks. */
  readonly research?: { readonly sources?: OfferedSources };
};

/** What the model is told first, made anew at each opening from what holds now (SES-9). */
export function systemText(input: SystemInput): string {
  const { host, session, mode, appendSystem = "", pinned } = input;
  const system = input.system ?? pinned?.base ?? undefined;
  if (host.env["SQUIRE_NULL_PROMPT"] === "true") return appendSystem;
  const shell = host.env["SHELL"];
  const composed = composeSystem({
    mode,
    ...(mode === "plan" ? { plansResearch: plansResearch(host, session) } : {}),
    ...(system === undefined ? {} : { base: system }),
    environment: {
      os: process.platform,
      ...(shell === undefined ? {} : { shell }),
      cwd: host.cwd,
      date: sessionDate(session),
    },
    ...(pinned === undefined ? {} : { memory: pinned.stack }),
    ...toolWords(input),
  });
  return [composed, appendSystem].filter((text) => text !== "").join("\n\n");
}

function toolWords(input: SystemInput): { readonly tools?: string } {
  const words =
    input.mode === "research" ? searchGuidance(input.host, input.research?.sources) : "";
  const parts = [words, editsInWords(input) ? BLOCKS_GUIDE : ""].filter((part) => part !== "");
  return parts.length === 0 ? {} : { tools: parts.join("\n\n") };
}

/** Whether edits in the words of a reply count (EDIT-3). */
export function editsInWords({ host, mode, tools = true }: Omit<SystemInput, "session">): boolean {
  const { edit, fs } = host.loaded.settings;
  if (!tools || !fs.allowWrite || mode === "chat" || mode === "research") return false;
  return pickEditVariant([edit.variant]) === "blocks";
}

/**
 * The day the session began, `YYYY-MM-DD`: it stays what it was when the session goes on another
 * day, so that the prefix does too. A fork has the day of what it was made from.
 */
export function sessionDate({ header, tree }: SystemInput["session"]): string {
  for (const { value } of tree.entries()) return dayOf(Math.min(header.createdAt, value.ts));
  return dayOf(header.createdAt);
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
