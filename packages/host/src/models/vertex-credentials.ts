import type { FetchPort, Clock } from "@squire/llm";
import { googleCredentialsFile, vertexTokens } from "@squire/llm";
import { existsSync, promises } from "node:fs";
import type { Credentials } from "../credentials/credentials.ts";
import type { Env } from "../settings/env.ts";

export type VertexInput = {
  readonly env: Env;
  readonly userHome: string;
  readonly fetch: FetchPort;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
};

const VERTEX = "vertex";
const TOKEN_MS = 20_000;

/** Vertex has no keys: its token is made from the user's Google credentials (PROV-26). */
export function withVertex(credentials: Credentials, input: VertexInput): Credentials {
  const { env, userHome, fetch, clock, warn } = input;
  const tokens = vertexTokens({
    fetch,
    clock,
    readText: (path) => promises.readFile(path, "utf8"),
  });
  const file = () => googleCredentialsFile({ env, home: userHome, exists: existsSync });
  return {
    ...credentials,
    has: (provider) => credentials.has(provider) || (provider === VERTEX && file().ok),
    pick: async (provider, affinity) => {
      const own = await credentials.pick(provider, affinity);
      if (own !== null || provider !== VERTEX) return own;
      const found = file();
      const token = found.ok ? await tokens(found.path, AbortSignal.timeout(TOKEN_MS)) : found;
      if (token.ok) return { id: "vertex:token", secret: token.token };
      warn(token.message);
      return null;
    },
  };
}
