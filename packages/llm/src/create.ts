import type { Model } from "@squire/protocol";
import { authOf } from "./catalogue/api-names.ts";
import { DEFAULT_TIMEOUTS } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Compat } from "./compat.ts";
import type { Ports } from "./ports.ts";
import { httpModel } from "./transport/http-model.ts";
import type { Api, Wire } from "./wire/contract.ts";
import { WIRES } from "./wires.ts";

/** The smallest description of a model somewhere (PROV-1). */
export type ModelConfig = {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Given directly; otherwise `ports.credentials` is asked. */
  readonly apiKey?: string;
  readonly extra?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly compat?: Compat;
    readonly maxOutput?: number;
    readonly reasoning?: boolean;
  };
};

/** A model from plain values, for programs that use this package as a library. */
export function createModel(
  api: Api,
  config: ModelConfig,
  ports: Ports,
  wires: Readonly<Record<Api, Wire>> = WIRES,
): Model {
  const { extra = {}, apiKey } = config;
  const endpoint: Endpoint = {
    target: {
      provider: config.name,
      api,
      compat: extra.compat ?? {},
      ...(extra.maxOutput === undefined ? {} : { maxOutput: extra.maxOutput }),
      ...(extra.reasoning === undefined ? {} : { reasoning: extra.reasoning }),
    },
    model: config.model,
    baseUrl: config.baseUrl.replace(/\/+$/, ""),
    headers: extra.headers ?? {},
    auth: authOf(api),
    keyless: false,
    timeouts: DEFAULT_TIMEOUTS,
  };
  return httpModel(endpoint, wires[api], apiKey === undefined ? ports : withKey(ports, apiKey));
}

function withKey(ports: Ports, apiKey: string): Ports {
  const credential = { id: "given", secret: apiKey };
  return {
    ...ports,
    credentials: { pick: () => Promise.resolve(credential), report: () => {} },
  };
}
