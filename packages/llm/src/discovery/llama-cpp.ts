import { count, isRecord } from "../wire/read.ts";
import type { DiscoveredModel } from "./discovered.ts";
import { idOf, modelList } from "./openai-list.ts";
import type { Probe } from "./probe.ts";
import type { Server, ServerAnswer } from "./servers.ts";

/** Lists the models of a llama.cpp server; `/props` has the context it was started with. */
export async function discoverLlamaCpp(server: Server, probe: Probe): Promise<ServerAnswer> {
  const [listed, versioned, props] = await Promise.all([
    probe.get(`${server.root}/models`),
    probe.get(`${server.root}/v1/models`),
    probe.get(`${server.root}/props`),
  ]);
  const answer = [listed, versioned].find((one) => one.ok && modelList(one.value).length > 0);
  if (!answer?.ok) return listed.ok ? { ok: true, models: [] } : listed;
  const settings = props.ok && isRecord(props.value) ? props.value : {};
  return { ok: true, models: modelList(answer.value).map((entry) => toModel(entry, settings)) };
}

function toModel(
  entry: Record<string, unknown>,
  props: Readonly<Record<string, unknown>>,
): DiscoveredModel {
  const generation = props["default_generation_settings"];
  const contextWindow = isRecord(generation) ? count(generation["n_ctx"]) : null;
  const modalities = props["modalities"];
  const sees = isRecord(modalities) && modalities["vision"] === true;
  return {
    id: idOf(entry),
    ...(contextWindow ? { contextWindow } : {}),
    input: sees ? ["text", "image"] : ["text"],
  };
}
