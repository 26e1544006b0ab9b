import type { SearchContext } from "./search-provider.ts";
import { SearchFailure } from "./search-failure.ts";

export type ProviderRequest = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: unknown;
};

/** Far more than any list of results. */
const MOST_BYTES = 2_000_000;

/** What a provider answers, as JSON; nothing of its shape is known yet. */
export async function askJson(request: ProviderRequest, context: SearchContext): Promise<unknown> {
  const text = await askText(
    { ...request, headers: { accept: "application/json", ...request.headers } },
    context,
  );
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new SearchFailure("its answer is no JSON", null, { cause });
  }
}

export async function askText(
  { url, headers = {}, body }: ProviderRequest,
  { fetch, signal, now }: SearchContext,
): Promise<string> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new SearchFailure(`it cannot be reached (${reasonOf(cause)})`, null, { cause });
  });
  const text = await readText(response);
  if (!response.ok) throw statusFailure(response, text, now());
  return text;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (
    let next = await reader?.read();
    next !== undefined && !next.done;
    next = await reader?.read()
  ) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > MOST_BYTES) {
      await reader?.cancel();
      throw new SearchFailure("its answer is too large");
    }
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

function statusFailure({ status, headers }: Response, text: string, now: number): SearchFailure {
  const wait = waitOf(headers.get("retry-after"), now);
  switch (status) {
    case 401:
      return new SearchFailure("it does not accept the key (401)");
    case 403:
      return new SearchFailure("it refuses the request (403)");
    case 402:
      return new SearchFailure("its quota is used up (402)");
    case 429:
      return new SearchFailure("it has had too many requests (429)", wait);
    default:
      return new SearchFailure(`it answered ${status}${detailOf(text)}`, wait);
  }
}

/** The message of an error, where it is one of the usual shapes and short. */
function detailOf(text: string): string {
  const message = /"(?:message|detail|error)"\s*:\s*"([^"\\]{1,120})"/.exec(text)?.[1];
  return message === undefined ? "" : `: ${message}`;
}

function waitOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}(?:\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
