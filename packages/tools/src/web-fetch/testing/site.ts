import { NetworkError, type GuardedFetch, type GuardedResponse } from "@squire/safety";

export type Site = {
  readonly fetch: GuardedFetch;
  /** `url` and the validators that came with it, in order. */
  readonly asked: readonly (readonly [url: string, validators: Readonly<Record<string, string>>])[];
};

type Answer = Partial<Omit<GuardedResponse, "body">> & { readonly body?: string | Uint8Array };

/** Pages by URL, as the guard would give them. */
export function site(pages: Readonly<Record<string, Answer | NetworkError>>): Site {
  const asked: [string, Readonly<Record<string, string>>][] = [];
  return {
    asked,
    fetch: (url, { headers = {}, signal }) => {
      signal.throwIfAborted();
      const sent = Object.entries(headers).filter(([name]) => name.startsWith("if-"));
      asked.push([url, Object.fromEntries(sent)]);
      const answer = pages[url] ?? { status: 404 };
      if (answer instanceof NetworkError) return Promise.reject(answer);
      const { body = "", status = 200, headers: given = {}, url: end = url } = answer;
      const isSame = given["etag"] !== undefined && headers["if-none-match"] === given["etag"];
      return Promise.resolve({
        url: end,
        status: isSame ? 304 : status,
        headers: { "content-type": "text/html", ...given },
        body: new Uint8Array(isSame ? [] : Buffer.from(body)),
      });
    },
  };
}
