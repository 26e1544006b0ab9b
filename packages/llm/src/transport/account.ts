import type { Endpoint } from "../endpoint.ts";
import type { Ports } from "../ports.ts";
import { count, isRecord, list, text } from "../wire/read.ts";
import { hasOwnAuth, requestHeaders } from "./headers.ts";
import { readText } from "./read-body.ts";
import { joinUrl } from "./url.ts";
import { Watch } from "./watch.ts";

/** Money left at a vendor; amounts are as the vendor writes them. */
export type Balance = {
  readonly available: boolean;
  readonly amounts: readonly {
    readonly currency: string;
    readonly total: string;
    readonly granted: string;
    readonly toppedUp: string;
  }[];
};

export type ListedModel = {
  readonly id: string;
  readonly name?: string;
  readonly contextWindow?: number;
  readonly maxTokens?: number;
};

const TIME_LIMIT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** The balance of the account behind an endpoint; null when there is no telling (PROV-20). Never rejects. */
export async function fetchBalance(endpoint: Endpoint, ports: Ports): Promise<Balance | null> {
  const baseUrl = endpoint.baseUrl.replace(/\/v1\/*$/, "");
  const body = await fetchJson({ ...endpoint, baseUrl }, "/user/balance", ports);
  if (!isRecord(body) || typeof body["is_available"] !== "boolean") return null;
  const amounts = list(body["balance_infos"]).flatMap((info) =>
    isRecord(info)
      ? [
          {
            currency: text(info["currency"]),
            total: amount(info["total_balance"]),
            granted: amount(info["granted_balance"]),
            toppedUp: amount(info["topped_up_balance"]),
          },
        ]
      : [],
  );
  return { available: body["is_available"], amounts };
}

/** The models an endpoint offers; null when there is no telling (PROV-20). Never rejects. */
export async function fetchModels(
  endpoint: Endpoint,
  ports: Ports,
): Promise<readonly ListedModel[] | null> {
  const body = await fetchJson(endpoint, modelsPath(endpoint), ports);
  const items = isRecord(body) ? (body["data"] ?? body["models"]) : body;
  return Array.isArray(items) ? items.flatMap(listedModel) : null;
}

function modelsPath({ target }: Endpoint): string {
  if (target.api === "anthropic-messages") return "/v1/models?limit=1000";
  return target.api === "google-generative-ai" ? "/v1beta/models?pageSize=1000" : "/models";
}

async function fetchJson(endpoint: Endpoint, path: string, ports: Ports): Promise<unknown> {
  const watch = new Watch(new AbortController().signal, ports.clock);
  watch.arm(TIME_LIMIT_MS);
  try {
    const joined = joinUrl(endpoint.baseUrl, path);
    const secret = await watch.race(keyOf(endpoint, ports));
    if (!joined.ok || (secret === null && !endpoint.keyless && !hasOwnAuth(endpoint))) return null;
    const headers = requestHeaders(endpoint, secret, {
      accept: "application/json",
      ...version(endpoint),
    });
    const { signal } = watch;
    const response = await watch.race(ports.fetch(joined.url, { method: "GET", headers, signal }));
    const reader = response.body?.getReader();
    if (reader === undefined) return null;
    const limits = { maxBytes: response.ok ? MAX_BYTES : 0, ms: TIME_LIMIT_MS };
    return JSON.parse(await readText(reader, { clock: ports.clock, signal }, limits));
  } catch {
    // Optional knowledge: whatever went wrong will show when a model is asked.
    return null;
  } finally {
    watch.stop();
  }
}

async function keyOf(endpoint: Endpoint, { credentials }: Ports): Promise<string | null> {
  if (endpoint.auth === "none") return null;
  const credential = await credentials.pick(endpoint.target.provider);
  return credential === null || credential.secret === "" ? null : credential.secret;
}

function version({ target }: Endpoint): Readonly<Record<string, string>> {
  return target.api === "anthropic-messages" ? { "anthropic-version": "2023-06-01" } : {};
}

function listedModel(item: unknown): readonly ListedModel[] {
  if (!isRecord(item)) return [];
  const id = text(item["id"]) || text(item["name"]).replace(/^models\//, "");
  if (id === "") return [];
  const name = text(item["display_name"]) || text(item["displayName"]);
  const own = isRecord(item["top_provider"]) ? item["top_provider"] : {};
  const window = firstCount(
    item["context_length"],
    item["context_window"],
    item["max_context_length"],
    item["max_model_len"],
    item["max_input_tokens"],
    item["inputTokenLimit"],
  );
  const output = firstCount(
    item["outputTokenLimit"],
    own["max_completion_tokens"],
    item["max_tokens"],
  );
  return [
    {
      id,
      ...(name === "" ? {} : { name }),
      ...(window === null ? {} : { contextWindow: window }),
      ...(output === null ? {} : { maxTokens: output }),
    },
  ];
}

function firstCount(...values: readonly unknown[]): number | null {
  return values.map(count).find((value) => value !== null && value > 0) ?? null;
}

function amount(value: unknown): string {
  return typeof value === "number" ? String(value) : text(value);
}
