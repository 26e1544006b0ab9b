import type { Effect, JudgedCall } from "@squire/protocol";
import { hostOf } from "../rules/match-url.ts";
import { commandHarm, toolEffect, type Harm } from "./command-report.ts";
import { isCredentialPath } from "./credential-path.ts";
import { touchedPaths, type CallFacts } from "./facts.ts";
import { isWritable, normalized } from "./paths.ts";
import type { GateState } from "./state.ts";

/** A call as the checks look at it. */
export type View = {
  readonly call: JudgedCall;
  readonly facts: CallFacts;
  readonly state: GateState;
  /** What it does at worst. */
  readonly effect: Effect;
  /** For commands. */
  readonly harm: Harm | null;
  /** It only looks, at things that may be looked at. */
  readonly reads: boolean;
  /** Why it does not only read. */
  readonly why: string;
  /** A file tool would read, change or move a file with credentials. */
  readonly secret: boolean;
};

/** Tools of the class "reader" although they use the network (Appendix B). */
const READERS: ReadonlySet<string> = new Set(["web_search", "web_fetch"]);

export function viewOf(call: JudgedCall, facts: CallFacts, state: GateState): View {
  const { command, gitHelpers } = facts;
  if (command === null) {
    const secret = secretTouched(call, facts, state);
    const reads =
      secret === null &&
      (call.effect === "read" || call.effect === "ask" || READERS.has(facts.tool));
    return {
      call,
      facts,
      state,
      effect: call.effect,
      harm: null,
      reads,
      why: secret ?? ABOUT[call.effect],
      secret: secret !== null,
    };
  }
  const harm = commandHarm(command, state.workspace);
  const reasons = [
    ...harm.reasons,
    ...(state.trusted ? [] : harm.project.map((what) => `${what}, and this folder is not trusted`)),
    ...(harm.neutralGit
      ? gitHelpers.map((key) => `the repository sets ${key}, which git would run`)
      : []),
  ];
  const reads = harm.effect === "read" && reasons.length === 0;
  const effect: Effect = reads
    ? "read"
    : harm.effect === "read"
      ? "execute"
      : toolEffect(harm.effect);
  return { call, facts, state, effect, harm, reads, why: listed(reasons), secret: false };
}

/**
 * FS-9: files with credentials ask, also for tools that only read. To change or move one asks as
 * well: under another name nobody would know it.
 */
function secretTouched(
  { effect }: JudgedCall,
  { paths }: CallFacts,
  { workspace }: GateState,
): string | null {
  if (effect !== "read" && effect !== "write") return null;
  // The user's settings may hold keys.
  const settings = `${normalized(workspace.squireHome)}/config.toml`;
  const holdsSecrets = (place: string): boolean => place === settings || isCredentialPath(place);
  const secret = paths.find(({ access, path, real }) => {
    if (access === "list") return false;
    return [path, real].some((place) => place !== null && holdsSecrets(normalized(place)));
  });
  return secret === undefined ? null : `${secret.spelled} looks like a file with credentials.`;
}

const MOST_REASONS = 3;

function listed(reasons: readonly string[]): string {
  const shown = reasons.slice(0, MOST_REASONS).join("; ");
  const more = reasons.length - MOST_REASONS;
  const text = more > 0 ? `${shown}; and ${more} more` : shown;
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const ABOUT: Readonly<Record<Effect, string>> = {
  read: "It only reads.",
  write: "It changes files.",
  execute: "It runs code.",
  network: "It uses the network.",
  ask: "It asks you something.",
};

/** Whether a call may send data away or write outside of the workspace (PERM-16). */
export function reachesOut({ call, facts, state, effect }: View): string | null {
  const held = state.sandbox.confines && !state.sandbox.network;
  if (facts.command !== null) {
    if (effect === "network") return held ? null : "it may send data away";
    if (effect === "execute") return held ? null : "what it runs may send data away";
    return writesOutside(facts, state);
  }
  if (effect === "network") return "it sends data away";
  if (facts.tool.startsWith("mcp__") && effect !== "read")
    return "it sends data to another program";
  if (effect === "execute" && !held) return "what it runs may send data away";
  return call.effect === "write" ? writesOutside(facts, state) : null;
}

function writesOutside(facts: CallFacts, { workspace }: GateState): string | null {
  const outside = touchedPaths(facts).find(({ access, real }) => {
    if (access !== "write" && access !== "delete") return false;
    return real === null || !isWritable(real, workspace);
  });
  return outside === undefined ? null : `it writes to ${outside.spelled}, outside of the workspace`;
}

/**
 * What a call aims at, whatever tool does it: a refusal of one of these is remembered (S20). Paths
 * that change, hosts that are reached, and the command itself.
 */
export function targetsOf(facts: CallFacts): readonly string[] {
  const { subject, command } = facts;
  const changed = touchedPaths(facts).flatMap(({ access, real }) =>
    (access === "write" || access === "delete") && real !== null
      ? [`change ${normalized(real)}`]
      : [],
  );
  const text = subject.type === "none" ? "" : subject.text;
  const hosts = (text.match(/https?:\/\/[^\s"'`<>|;&)]+/g) ?? []).flatMap(
    (url) => hostOf(url) ?? [],
  );
  const runs = command === null ? [] : [`run ${text.trim().replaceAll(/\s+/g, " ")}`];
  return [...new Set([...changed, ...hosts.map((host) => `reach ${host}`), ...runs])];
}
