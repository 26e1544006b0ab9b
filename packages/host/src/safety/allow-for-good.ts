import type { AuditEvent, Inspection, RuleSource, TrustState } from "@squire/safety";
import { folderTrust } from "./folder-trust.ts";
import { addLocalRule, LOCAL_RULES } from "./local-rules.ts";
import type { RulesChange } from "./local-rules.ts";

export type AllowedForGood = {
  /** In force from now on in this session. */
  readonly rule: RuleSource;
  /** False: the next session asks again until the folder is trusted. */
  readonly lasts: boolean;
  readonly events: readonly AuditEvent[];
};

/**
 * Writes down what the user allowed for good (PERM-6). Where nothing of the folder was in doubt
 * before, it is trusted with its new rule, and with nothing else that came meanwhile: otherwise the
 * rule would be asked about like one that a stranger put there (PERM-17).
 */
export async function allowForGood(
  home: string,
  root: string,
  rule: string,
): Promise<AllowedForGood> {
  const trust = folderTrust(home);
  const before = await trust.state(root);
  const change = await addLocalRule(root, rule);
  const added: AuditEvent = { kind: "permission", change: "added", rule, layer: LOCAL_RULES };
  const { inspection } = await trust.state(root);
  if (!isOnlyOurs(before, inspection, change)) {
    return { rule: change.rule, lasts: false, events: [added] };
  }
  await trust.grant(inspection);
  const { root: folder, digest } = inspection;
  const granted: AuditEvent = { kind: "trust", change: "granted", folder, sha256: digest };
  return { rule: change.rule, lasts: true, events: [added, granted] };
}

/** Whether the folder was in order, and our rule is all that is new in it. */
function isOnlyOurs(before: TrustState, now: Inspection, change: RulesChange): boolean {
  if (before.type !== "plain" && before.type !== "trusted") return false;
  const then = hashes(before.inspection);
  const present = hashes(now);
  if ((then.get(LOCAL_RULES) ?? null) !== change.before) return false;
  if (present.get(LOCAL_RULES) !== change.after) return false;
  then.delete(LOCAL_RULES);
  present.delete(LOCAL_RULES);
  return (
    then.size === present.size && [...then].every(([path, hash]) => present.get(path) === hash)
  );
}

function hashes({ influencers }: Inspection): Map<string, string | null> {
  return new Map(influencers.map(({ path, sha256 }) => [path, sha256]));
}
