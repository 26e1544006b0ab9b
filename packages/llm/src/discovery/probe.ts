import type { Clock, FetchPort } from "../ports.ts";

export type ProbePorts = { readonly fetch: FetchPort; readonly clock: Pick<Clock, "timer"> };

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Asks one server within one deadline. Nothing here rejects or outlives the deadline. */
export type Probe = {
  get(url: string): Promise<Answer>;
  post(url: string, body: unknown): Promise<Answer>;
  close(): void;
};

/** No list of local models is larger; a server that streams forever must not fill the memory. */
const MAX_CHARS = 4_000_000;

export function openProbe(
  { fetch, clock }: ProbePorts,
  timeoutMs: number,
  headers: Readonly<Record<string, string>>,
): Probe {
  const abort = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<Answer>();
  const timer = clock.timer(timeoutMs, () => {
    end({ ok: false, reason: `no answer within ${timeoutMs} ms` });
    abort.abort(new Error("discovery is over"));
  });
  const ask = (url: string, init: { method: "GET" | "POST"; body?: string }): Promise<Answer> => {
    const asked = async () => fetch(url, { ...init, headers, signal: abort.signal });
    // A port that ignores its signal must not hold us up.
    return Promise.race([asked().then(read, failed), over]);
  };
  return {
    get: (url) => ask(url, { method: "GET" }),
    post: (url, body) => ask(url, { method: "POST", body: JSON.stringify(body) }),
    close() {
      timer.cancel();
      end({ ok: false, reason: "closed" });
      abort.abort(new Error("discovery is over"));
    },
  };
}

async function read(response: Response): Promise<Answer> {
  try {
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, reason: `HTTP ${response.status}` };
    }
    const text = await response.text();
    if (text.length > MAX_CHARS) return { ok: false, reason: "the answer is too long" };
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Answer {
  return { ok: false, reason: error instanceof Error ? error.message : String(error) };
}
