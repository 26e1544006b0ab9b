import type { createBreaker, ModelInfo, Ports } from "@squire/llm";
import {
  azureDeployments,
  endpointOf,
  httpModel,
  mergeDeltas,
  scoutModel,
  WIRES,
  withFallback,
  withRetry,
  withSafetyNet,
} from "@squire/llm";
import type { Model } from "@squire/protocol";
import type { ConfigValues } from "../credentials/config-value.ts";
import type { Env } from "../settings/env.ts";
import type { Settings } from "../settings/to-settings.ts";
import { timeoutsOf } from "../settings/to-settings.ts";
import { withTruncationWarning } from "./truncation-warning.ts";

export type Assembly = {
  readonly settings: Pick<Settings, "network">;
  readonly env: Env;
  readonly ports: Ports;
  readonly values: ConfigValues;
  /** Provider → the variable its key is usually in. */
  readonly keyVariable: (provider: string) => string | undefined;
  /** One for all models of a host: what is known about a service holds for every session. */
  readonly breaker: ReturnType<typeof createBreaker>;
  /** Scout quotes what was found when the model dies in the middle of a turn. */
  readonly safetyNet: boolean;
};

/** A model as a session uses it. */
export type OpenModel = Model & {
  /** A new turn starts with the first model of the chain again (PROV-16). */
  beginTurn(): void;
};

/** One model to the outside: each of the chain with retries, the next one when one is down. */
export async function assembleModel(
  chain: readonly ModelInfo[],
  assembly: Assembly,
): Promise<OpenModel> {
  const models = await Promise.all(chain.map((info) => single(info, assembly)));
  const model = withFallback(models, assembly.breaker);
  const kept = assembly.safetyNet ? withSafetyNet(model) : model;
  return {
    ...mergeDeltas(kept, assembly.ports.clock),
    beginTurn: () => model.beginTurn(),
  };
}

async function single(info: ModelInfo, assembly: Assembly): Promise<Model> {
  if (info.embedded === true) return scoutModel();
  const { settings, env, ports, values } = assembly;
  const keyVariable = assembly.keyVariable(info.provider);
  const headers = await values.resolveAll(`The headers of ${info.provider}`, info.headers);
  const endpoint = endpointOf(
    { ...info, headers },
    {
      timeouts: timeoutsOf(settings),
      ...(keyVariable === undefined ? {} : { keyVariable }),
      ...(info.api === "azure-openai-responses" ? { deployments: azureDeployments(env) } : {}),
    },
  );
  const model = withRetry(httpModel(endpoint, WIRES[info.api], ports), ports);
  return withTruncationWarning(model, info);
}
