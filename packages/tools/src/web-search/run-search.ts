import { ToolError, type ToolContext } from "@squire/agent";
import type { Fetch } from "@squire/platform";
import type { Pace } from "./pace.ts";
import { PROVIDERS } from "./providers.ts";
import { SearchFailure } from "./search-failure.ts";
import {
  PROVIDER_IDS,
  type ProviderId,
  type SearchAccess,
  type SearchAnswer,
  type SearchProvider,
  type SearchRequest,
} from "./search-provider.ts";

export type SearchServices = {
  readonly access: SearchAccess;
  readonly fetch: Fetch;
  /** `web.search_order`; empty = the usual one. */
  readonly order: () => readonly ProviderId[];
};

export type SearchReport = SearchAnswer & {
  readonly provider: ProviderId;
  /** Who was asked before, and why that was not enough. */
  readonly tried: readonly string[];
};

const TIME_MS = 30_000;

export type Asking = { readonly services: SearchServices; readonly pace: Pace };

/** Walks the providers until one finds something (WEB-3). */
export async function runSearch(
  request: SearchRequest,
  only: ProviderId | null,
  asking: Asking,
  context: ToolContext,
): Promise<SearchReport> {
  const providers = await usable(only, asking.services);
  const tried: string[] = [];
  let empty: ProviderId | null = null;
  for (const provider of providers) {
    const answer = await attempt(provider, request, asking, context);
    if (answer instanceof SearchFailure) tried.push(`${provider.id}: ${answer.message}`);
    else if (answer.hits.length > 0) return { ...answer, provider: provider.id, tried };
    else {
      tried.push(`${provider.id}: nothing found`);
      empty ??= provider.id;
    }
  }
  if (empty !== null) return { hits: [], answer: null, provider: empty, tried };
  throw new ToolError(`No search provider could answer. ${tried.join("; ")}.`);
}

async function attempt(
  provider: SearchProvider,
  request: SearchRequest,
  { services, pace }: Asking,
  context: ToolContext,
): Promise<SearchAnswer | SearchFailure> {
  const { clock } = context;
  const late = new AbortController();
  const timer = clock.timer(TIME_MS, () => late.abort(new SearchFailure("it took too long")));
  const signal = AbortSignal.any([context.signal, late.signal]);
  try {
    await pace.turn(provider, { clock, signal });
    const { access, fetch } = services;
    return await provider.search(request, { access, fetch, signal, now: () => clock.now() });
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = error instanceof SearchFailure ? error : late.signal.reason;
    if (!(failure instanceof SearchFailure)) throw error;
    if (failure.retryAfterMs !== null) pace.hold(provider.id, clock.now() + failure.retryAfterMs);
    return failure;
  } finally {
    timer.cancel();
  }
}

/** Those of a list that can be asked here; of all where the list is empty. */
export async function usableProviders(
  order: readonly ProviderId[],
  access: SearchAccess,
): Promise<readonly SearchProvider[]> {
  const ready: SearchProvider[] = [];
  for (const id of order.length === 0 ? PROVIDER_IDS : order) {
    if (await PROVIDERS[id].isUsable(access)) ready.push(PROVIDERS[id]);
  }
  return ready;
}

async function usable(
  only: ProviderId | null,
  { access, order }: SearchServices,
): Promise<readonly SearchProvider[]> {
  const given = order();
  const wanted = only === null ? (given.length === 0 ? PROVIDER_IDS : given) : [only];
  const ready = await usableProviders(wanted, access);
  if (ready.length > 0) return ready;
  const needs = wanted.map((id) => `${id} needs ${PROVIDERS[id].needs}`);
  throw new ToolError(`No search provider is set up: ${needs.join(", ")}.`);
}
