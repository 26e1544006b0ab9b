import type {
  MethodName,
  MethodParams,
  MethodResult,
  PresenceClient,
  Reach,
} from "@squire/protocol";
import type { Host } from "../open.ts";
import type { LeasedDesks } from "./leased-desks.ts";

/** Opens the gateway of this process, once, and a browser on it when that is wanted. */
export type Share = (
  wanted: MethodParams<"gateway.share">,
) => Promise<MethodResult<"gateway.share">>;

/** What a method works with besides its params. */
export type Scene = {
  readonly host: Host;
  readonly desks: LeasedDesks;
  readonly client: PresenceClient;
  /** From where the client reaches the host. */
  readonly reach: Reach;
  /** Makes this host reachable from outside; absent: it cannot be. */
  readonly share?: Share | undefined;
  readonly version: string;
  readonly startedAt: number;
};

/** One function for each method of a topic. */
export type Handlers<M extends MethodName> = {
  readonly [K in M]: (params: MethodParams<K>, scene: Scene) => Promise<MethodResult<K>>;
};
