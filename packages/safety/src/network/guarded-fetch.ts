import type { IncomingMessage } from "node:http";
import { ask } from "./ask.ts";
import { NetworkError } from "./network-error.ts";
import type { NetworkPorts, NetworkRules } from "./ports.ts";
import { readBody } from "./read-body.ts";
import { routeTo, type Route } from "./route.ts";
import { redirectTarget, targetOf, type Target } from "./target.ts";
import { Watch, type WatchLimits } from "./watch.ts";

export type GuardedRequest = {
  /** `authorization` and `cookie` do not follow a redirect to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly limits?: Partial<FetchLimits>;
};

export type FetchLimits = WatchLimits & {
  /** After unpacking. */
  readonly maxBytes: number;
  readonly maxRedirects: number;
};

export type GuardedResponse = {
  /** Where the answer came from in the end. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; of one that came several times, all values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedResponse>;

/** WEB-5. */
const LIMITS: FetchLimits = {
  totalMs: 15_000,
  idleMs: 8_000,
  maxBytes: 10_000_000,
  maxRedirects: 5,
};

/**
 * GET for addresses that a model or a page came up with (WEB-5, WEB-6). Only http and https, only
 * public addresses unless the user opened a host, each redirect judged anew, bounded in time and
 * size. Never sends cookies. Rejects with `NetworkError`, or with the signal's own reason.
 */
export function guardedFetch(ports: NetworkPorts, rules: NetworkRules = {}): GuardedFetch {
  return async (url, { headers = {}, signal, limits: given = {} }) => {
    const limits = { ...LIMITS, ...given };
    const watch = new Watch(ports, limits, signal);
    try {
      const context = { ports, rules, limits, watch };
      return await follow(context, targetOf(url), lowerCase(headers));
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      watch.end();
    }
  };
}

type Context = {
  readonly ports: NetworkPorts;
  readonly rules: NetworkRules;
  readonly limits: FetchLimits;
  readonly watch: Watch;
};

type Headers = Readonly<Record<string, string>>;

async function follow(context: Context, first: Target, given: Headers): Promise<GuardedResponse> {
  const { ports, rules, limits, watch } = context;
  let [target, headers, before]: [Target, Headers, Route | null] = [first, given, null];
  for (let hops = 0; hops <= limits.maxRedirects; hops++) {
    const route: Route = await watch.race(routeTo(target, ports, rules));
    checkStep(target, route, before);
    watch.alive();
    const message = await ask({ target, route, headers, signal: watch.signal }, ports);
    const location = redirectOf(message);
    if (location === null) return finished(message, target, context);
    message.destroy();
    const next = redirectTarget(location, target);
    if (next.url.origin !== target.url.origin) headers = withoutSecrets(headers);
    [target, before] = [next, route];
  }
  const message = `${first.host} redirects more than ${limits.maxRedirects} times.`;
  throw new NetworkError("redirects", message);
}

/** An opened host is open to the user's wish, not to whoever can send a redirect. */
function checkStep({ host }: Target, route: Route, before: Route | null): void {
  if (before?.isPublic !== true || route.isPublic) return;
  const message = `A public page redirects to ${host}, which is not public; it was not followed.`;
  throw new NetworkError("blocked_address", message);
}

async function finished(
  message: IncomingMessage,
  target: Target,
  { limits, watch }: Context,
): Promise<GuardedResponse> {
  const alive = (): void => watch.alive();
  const reading = readBody(message, target.host, { maxBytes: limits.maxBytes, alive });
  try {
    const body = await watch.race(reading);
    return {
      url: target.url.href,
      status: message.statusCode ?? 0,
      headers: joined(message),
      body,
    };
  } finally {
    message.destroy();
  }
}

const REDIRECTS: readonly unknown[] = [301, 302, 303, 307, 308];

function redirectOf({ statusCode, headers }: IncomingMessage): string | null {
  return REDIRECTS.includes(statusCode) ? (headers.location ?? null) : null;
}

function withoutSecrets(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== "authorization" && name !== "cookie"),
  );
}

function lowerCase(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function joined({ headers }: IncomingMessage): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(", ")]),
  );
}
