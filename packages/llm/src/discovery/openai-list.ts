import { count, isRecord, list, text } from "../wire/read.ts";
import type { DiscoveredModel } from "./discovered.ts";
import type { Probe } from "./probe.ts";
import type { Server, ServerAnswer } from "./servers.ts";

/** Lists the models of any server with `GET /models`; vLLM also tells how long a prompt may be. */
export async function discoverOpenai(server: Server, probe: Probe): Promise<ServerAnswer> {
  const answer = await probe.get(`${server.baseUrl}/models`);
  if (!answer.ok) return answer;
  return { ok: true, models: modelList(answer.value).map(toModel) };
}

/** The entries of a model list that have an id, wherever the server put the list. */
export function modelList(answer: unknown): readonly Record<string, unknown>[] {
  if (!isRecord(answer)) return [];
  const entries = list(answer["data"]).length > 0 ? list(answer["data"]) : list(answer["models"]);
  return entries.filter(isRecord).filter((entry) => idOf(entry) !== "");
}

export function idOf(entry: Record<string, unknown>): string {
  return text(entry["id"]) || text(entry["name"]) || text(entry["model"]);
}

function toModel(entry: Record<string, unknown>): DiscoveredModel {
  const contextWindow = count(entry["max_model_len"]);
  return { id: idOf(entry), ...(contextWindow ? { contextWindow } : {}) };
}
