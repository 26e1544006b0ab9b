import type { Env } from "./env.ts";
import { proxyFor } from "./proxy.ts";
import { readTlsFiles } from "./tls-files.ts";
import type { TlsFiles } from "./tls-files.ts";

export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** Default `manual`: a key must not follow a redirect to a host the user did not name. */
  readonly redirect?: "manual" | "follow";
};

export type Fetch = (url: string, request: HttpRequest) => Promise<Response>;

export type FetchOptions = {
  /** Proxies and TLS files come from here, not from the process. */
  readonly env: Env;
  /** PEM text of an authority to trust beside the usual ones. */
  readonly extraCa?: string;
};

/** The connection to a proxy failed, or there is no way to use it as it is configured. */
export class ProxyError extends Error {
  readonly code: "ERR_PROXY" | "ERR_PROXY_CONFIG";

  constructor(code: ProxyError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ProxyError";
    this.code = code;
  }
}

/**
 * The fetch for all traffic to vendors (PROV-28): goes through the proxies and trusts the
 * authorities that `env` names, follows no redirect by itself and has no time limit of its own.
 * Reads the TLS files at the first request. Compressed bodies arrive unpacked.
 */
export function createFetch({ env, extraCa }: FetchOptions): Fetch {
  let files: Promise<TlsFiles | null> | undefined;
  const tlsFiles = (): Promise<TlsFiles | null> => {
    files ??= readTlsFiles(env, extraCa).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    return files;
  };
  return async (url, { body, redirect = "manual", ...request }) => {
    const proxy = checkedProxy(proxyFor(url, env));
    const tls = url.startsWith("https:") ? await tlsFiles() : null;
    const response = fetch(url, {
      ...request,
      ...(body === undefined ? {} : { body }),
      redirect,
      // `false` keeps the variables of the process out of it.
      proxy: proxy === null ? false : { url: proxy, respectNoProxy: false },
      ...(tls === null ? {} : { tls: tlsOptions(tls) }),
      // Ends replies that take longer than five minutes unless it is switched off.
      timeout: false,
    });
    return proxy === null ? response : throughProxy(proxy, response);
  };
}

function tlsOptions({ ca, ...pair }: TlsFiles): Bun.TLSOptions {
  return ca === undefined ? pair : { ...pair, ca: [...ca] };
}

function checkedProxy(proxy: string | null): string | null {
  if (proxy === null) return null;
  const protocol = URL.parse(proxy)?.protocol;
  if (protocol === "http:" || protocol === "https:") return proxy;
  const what =
    protocol === undefined ? "its address is not valid" : `${protocol}// is not supported`;
  throw new ProxyError("ERR_PROXY_CONFIG", `${what}; use http://host:port`);
}

// Behind a proxy these cannot be about the server: it is the proxy that looks it up and connects.
const CONNECTING = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

async function throughProxy(proxy: string, response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const { host = "" } = URL.parse(proxy) ?? {};
    if (!CONNECTING.test(code)) throw cause;
    throw new ProxyError("ERR_PROXY", `cannot connect to the proxy ${host} (${code})`, { cause });
  }
}
