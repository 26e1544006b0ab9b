import type { FetchPort, ProviderEntry } from "@squire/llm";
import { createFetch } from "@squire/platform";
import { localOnly } from "../models/offline.ts";
import type { Host } from "../open.ts";
import { chosenProviders } from "./check-models.ts";
import { fail, ok, type Check, type DiagnoseOptions } from "./check.ts";

const TIMEOUT_MS = 5_000;

/** Whether somebody answers at the address of each provider. No key is sent: any answer will do. */
export function checkOnline(host: Host, options: DiagnoseOptions): Promise<readonly Check[]> {
  const direct = createFetch({ env: host.env });
  const fetch = options.offline ? localOnly(direct) : direct;
  return Promise.all(chosenProviders(host).map((entry) => reach(entry, fetch, options.signal)));
}

async function reach(
  { name, baseUrl }: ProviderEntry,
  fetch: FetchPort,
  signal: AbortSignal,
): Promise<Check> {
  const label = `provider ${name}`;
  if (baseUrl === undefined) return ok(label, "it has no address of its own");
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetch(baseUrl, { method: "GET", headers: {}, signal: limit });
    await response.body?.cancel();
    return ok(label, `${baseUrl} answers`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const late = limit.aborted && !signal.aborted ? ` within ${TIMEOUT_MS / 1000} s` : ` (${why})`;
    const advice = "Check the network, the proxy (HTTPS_PROXY) and base_url.";
    return fail(label, `${baseUrl} does not answer${late}.`, advice);
  }
}
