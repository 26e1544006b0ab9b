import type { DiscoveryType, ModelEntry } from "../provider-entry.ts";
import type { Api } from "../wire/contract.ts";

export type DiscoveredModel = ModelEntry & {
  /** Something the user should know about how the server runs it. */
  readonly note?: string;
};

/** A server that answered, with what it offers. */
export type Discovered = {
  /** The provider these models belong to. */
  readonly provider: string;
  readonly type: DiscoveryType;
  readonly api: Api;
  /** Where its models are asked. */
  readonly baseUrl: string;
  readonly models: readonly DiscoveredModel[];
};
