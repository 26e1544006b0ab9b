import { count, text } from "../wire/read.ts";
import type { DiscoveredModel } from "./discovered.ts";
import { idOf, modelList } from "./openai-list.ts";
import type { Probe } from "./probe.ts";
import type { Server, ServerAnswer } from "./servers.ts";

/** Lists the models of LM Studio; its own API knows the context a model is loaded with. */
export async function discoverLmStudio(server: Server, probe: Probe): Promise<ServerAnswer> {
  const [listed, detailed] = await Promise.all([
    probe.get(`${server.root}/v1/models`),
    probe.get(`${server.root}/api/v0/models`),
  ]);
  if (!listed.ok) return listed;
  const details = detailed.ok ? modelList(detailed.value) : [];
  const byId = new Map(details.map((entry) => [idOf(entry), entry]));
  const models = modelList(listed.value).flatMap(
    (entry) => toModel(idOf(entry), byId.get(idOf(entry)) ?? {}) ?? [],
  );
  return { ok: true, models };
}

function toModel(id: string, detail: Readonly<Record<string, unknown>>): DiscoveredModel | null {
  const type = text(detail["type"]);
  if (type === "embeddings") return null;
  const able = count(detail["max_context_length"]);
  // A model that is not loaded yet will be loaded with a default nobody tells: unknown is honest.
  const loaded = count(detail["loaded_context_length"]);
  return {
    id,
    ...(loaded ? { contextWindow: loaded } : {}),
    input: type === "vlm" ? ["text", "image"] : ["text"],
    ...(loaded && able && loaded < able ? { note: contextNote(loaded, able) } : {}),
  };
}

function contextNote(loaded: number, able: number): string {
  return `LM Studio loaded it with ${loaded} of ${able} tokens: raise the context length in its settings`;
}
