import type { Host } from "@squire/host";
import type { HostApiInput } from "@squire/host/api";
import type { Trust, UserFailure } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { readLimits } from "../read-limits.ts";
import type { LimitFlags } from "../read-limits.ts";

export type WishFlags = LimitFlags & {
  readonly trust?: Trust;
  readonly noTools: boolean;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
};

type Wishes = NonNullable<HostApiInput["wishes"]>;

/** What flags make of every session of this process. Rejects with a `HostError` for a wrong flag. */
export async function wishesOf(flags: WishFlags, host: Host): Promise<Wishes> {
  if (host.fatal !== null) throw new HostError(host.fatal);
  const { allow, ask, deny, trust } = flags;
  const rules = { allow, ask, deny };
  const { ruleFailure } = await import("@squire/host/live");
  refuseIf(ruleFailure(host.loaded, rules));
  const limits = readLimits(flags, host);
  if ("failure" in limits) throw new HostError(limits.failure);
  const { systemPromptOf } = await import("@squire/host");
  const base = await systemPromptOf(host.loaded);
  if (!base.ok) throw new HostError(base.failure);
  const system = flags.systemPrompt ?? (base.text === "" ? undefined : base.text);
  const { appendSystemPrompt: appendSystem } = flags;
  return {
    rules,
    tools: !flags.noTools,
    ...limits,
    ...(trust === undefined ? {} : { trust }),
    ...(system === undefined ? {} : { system }),
    ...(appendSystem === undefined ? {} : { appendSystem }),
  };
}

function refuseIf(failure: UserFailure | null): void {
  if (failure !== null) throw new HostError(failure);
}
