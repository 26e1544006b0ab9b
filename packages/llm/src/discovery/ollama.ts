import { count, isRecord, list, text } from "../wire/read.ts";
import type { DiscoveredModel } from "./discovered.ts";
import { mapLimited } from "./map-limited.ts";
import type { Probe } from "./probe.ts";
import type { Server, ServerAnswer } from "./servers.ts";

/** What Ollama uses when neither the model nor the environment says more. */
const DEFAULT_CONTEXT = 4096;
const AT_ONCE = 8;

/** Lists the models of an Ollama server with the window they really run with (MODL-6). */
export async function discoverOllama(server: Server, probe: Probe): Promise<ServerAnswer> {
  const [tags, running] = await Promise.all([
    probe.get(`${server.root}/api/tags`),
    probe.get(`${server.root}/api/ps`),
  ]);
  if (!tags.ok) return tags;
  const loaded = loadedContexts(running.ok ? running.value : undefined);
  const found = listOf(tags.value, "models").filter((tag) => text(tag["name"]) !== "");
  const models = await mapLimited(found, AT_ONCE, async (tag) => {
    const id = text(tag["name"]);
    const shown = await probe.post(`${server.root}/api/show`, { model: id });
    if (!shown.ok || !isRecord(shown.value)) return unreadable(id, loaded.get(id), server);
    const remote = text(tag["remote_host"]) !== "";
    return toModel({ id, facts: shown.value, loaded: loaded.get(id), remote }, server);
  });
  return { ok: true, models: models.flatMap((model) => model ?? []) };
}

type Shown = {
  readonly id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly loaded: number | undefined;
  /** Runs in Ollama's cloud, with all the context it has. */
  readonly remote: boolean;
};

function toModel({ id, facts, loaded, remote }: Shown, server: Server): DiscoveredModel | null {
  const abilities = list(facts["capabilities"]);
  // Embedding models are listed too and cannot chat; older servers do not say.
  if (abilities.length > 0 && !abilities.includes("completion")) return null;
  const able = trainedContext(facts["model_info"]);
  const wanted = numCtx(facts["parameters"]) ?? server.defaultContext ?? DEFAULT_CONTEXT;
  const running = loaded ?? (remote && able !== undefined ? able : wanted);
  const contextWindow = able === undefined ? running : Math.min(running, able);
  return {
    id,
    contextWindow,
    reasoning: abilities.includes("thinking"),
    input: abilities.includes("vision") ? ["text", "image"] : ["text"],
    ...(able !== undefined && contextWindow < able
      ? { note: contextNote(contextWindow, able) }
      : {}),
  };
}

/** Too small a window costs a compaction; too large a one costs the prompt. */
function unreadable(id: string, loaded: number | undefined, server: Server): DiscoveredModel {
  const contextWindow = loaded ?? server.defaultContext ?? DEFAULT_CONTEXT;
  if (loaded) return { id, contextWindow };
  const note = `Ollama did not say how it runs it: ${contextWindow} tokens are assumed`;
  return { id, contextWindow, note };
}

function contextNote(running: number, able: number): string {
  return `Ollama runs it with ${running} of ${able} tokens: set OLLAMA_CONTEXT_LENGTH or num_ctx`;
}

/** The window a model was made for; its key begins with the model's architecture. */
function trainedContext(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined;
  const key = Object.keys(info).find((name) => name.endsWith(".context_length"));
  return (key && count(info[key])) || undefined;
}

/** `num_ctx` among the parameters, which are lines of `name   value`. */
function numCtx(parameters: unknown): number | undefined {
  const [, digits] = /^\s*num_ctx\s+(\d+)\s*$/m.exec(text(parameters)) ?? [];
  return (digits && count(Number(digits))) || undefined;
}

function loadedContexts(answer: unknown): ReadonlyMap<string, number> {
  const contexts = listOf(answer, "models").flatMap((model) => {
    const context = count(model["context_length"]);
    return context ? [[text(model["name"]), context] as const] : [];
  });
  return new Map(contexts);
}

function listOf(answer: unknown, key: string): readonly Record<string, unknown>[] {
  return isRecord(answer) ? list(answer[key]).filter(isRecord) : [];
}
