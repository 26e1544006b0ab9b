import type { FetchPort } from "@squire/llm";

/** The user said `--offline`: nothing but this machine is asked (SEC-10). */
export class OfflineError extends Error {
  readonly code = "ERR_OFFLINE";

  constructor(host: string) {
    super(`--offline is set, so ${host} was not asked`);
    this.name = "OfflineError";
  }
}

/** A fetch that reaches only this machine. */
export function localOnly(fetch: FetchPort): FetchPort {
  return (url, init) => {
    const { hostname } = new URL(url);
    if (isLoopback(hostname)) return fetch(url, init);
    return Promise.reject(new OfflineError(hostname));
  };
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
