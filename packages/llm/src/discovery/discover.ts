import { assertNever } from "@squire/protocol/values";
import type { ProviderEntry } from "../provider-entry.ts";
import type { Env } from "../presets/env.ts";
import type { Discovered } from "./discovered.ts";
import { discoverLlamaCpp } from "./llama-cpp.ts";
import { discoverLmStudio } from "./lm-studio.ts";
import { discoverOllama } from "./ollama.ts";
import { discoverOpenai } from "./openai-list.ts";
import { openProbe } from "./probe.ts";
import type { Probe, ProbePorts } from "./probe.ts";
import { serversToAsk } from "./servers.ts";
import type { Server, ServerAnswer } from "./servers.ts";

export type DiscoveryInput = ProbePorts & {
  readonly env: Env;
  /** Providers of the config: those with `discovery` are asked, the others speak for themselves. */
  readonly entries?: readonly ProviderEntry[];
  /** For each server in total. */
  readonly timeoutMs?: number;
};

export type Discovery = {
  readonly found: readonly Discovered[];
  /** What did not work and what is odd, for those who ask. */
  readonly notes: readonly string[];
};

/**
 * Looks for model servers, all at once, each within its time. Never rejects: a server that is not
 * there is nothing special.
 */
export async function discoverLocal(input: DiscoveryInput): Promise<Discovery> {
  const { env, entries = [], timeoutMs = 1000 } = input;
  const asked = await Promise.all(
    serversToAsk(env, entries).map((server) => askServer(server, input, timeoutMs)),
  );
  return {
    found: asked.flatMap(({ found }) => found ?? []),
    notes: asked.flatMap(({ notes }) => notes),
  };
}

type Asked = { readonly found?: Discovered; readonly notes: readonly string[] };

async function askServer(server: Server, ports: ProbePorts, timeoutMs: number): Promise<Asked> {
  const { provider, type, api, baseUrl } = server;
  const probe = openProbe(ports, timeoutMs, server.headers);
  try {
    const answer = await discover(server, probe);
    if (!answer.ok) return { notes: [`${provider} at ${server.root}: ${answer.reason}`] };
    const notes = answer.models.flatMap(({ id, note }) =>
      note ? [`${provider}/${id}: ${note}`] : [],
    );
    return { found: { provider, type, api, baseUrl, models: answer.models }, notes };
  } finally {
    probe.close();
  }
}

function discover(server: Server, probe: Probe): Promise<ServerAnswer> {
  switch (server.type) {
    case "ollama":
      return discoverOllama(server, probe);
    case "lm-studio":
      return discoverLmStudio(server, probe);
    case "llama.cpp":
      return discoverLlamaCpp(server, probe);
    case "openai":
      return discoverOpenai(server, probe);
    default:
      return assertNever(server.type);
  }
}
