import type { ModelFailure } from "@squire/protocol";
import type { Endpoint } from "../endpoint.ts";
import { failureOf, isUnknownModel } from "../failure.ts";
import type { VendorError } from "../failure.ts";
import { excerpt } from "./excerpt.ts";
import { failureAt } from "./model-failed.ts";
import { parsePartialJson } from "./partial-json.ts";
import { retryAfterMs } from "./retry-after.ts";
import { readVendorError } from "./vendor-error.ts";
import type { BodyError } from "./vendor-error.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** The body, perhaps cut. */
  readonly body: string;
};

/** A reply with a status other than 2xx, as a failure with advice (PROV-21). */
export function statusFailure(endpoint: Endpoint, answer: Answer, now: number): ModelFailure {
  const { status, headers } = answer;
  if (status < 400) return redirectFailure(endpoint, answer);
  if (status === 407) return proxyLoginFailure(endpoint);
  const said = bodyError(answer.body);
  const wait = retryAfterMs(headers, now) ?? said?.retryAfterMs;
  const error: VendorError = {
    message: said === null ? pageWords(status, answer.body) : excerpt(said.message),
    status,
    code: said?.code ?? "",
    provider: endpoint.target.provider,
    model: endpoint.model,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
  return { ...failureOf(error), message: sentence(error) };
}

/** A 2xx whose body is a page or one JSON document where an event stream was due. */
export function documentFailure(endpoint: Endpoint, body: string): ModelFailure {
  const { provider } = endpoint.target;
  if (isPage(body)) {
    return failureAt(endpoint, {
      kind: "protocol",
      message: `${provider} sent an HTML page${titleOf(body)} instead of an event stream: is base_url right?`,
      advice: `Set base_url of ${provider} to the address of its API, which often ends in /v1.`,
    });
  }
  const said = bodyError(body);
  if (said === null) {
    return failureAt(endpoint, {
      kind: "protocol",
      message: `${provider} sent one JSON document instead of an event stream: “${excerpt(body, 120)}”`,
      advice: `The server may not support streaming: check base_url and \`kind\` of ${provider}.`,
    });
  }
  return failureOf({
    ...said,
    message: excerpt(said.message) || `${provider} reported an error without saying which.`,
    provider,
    model: endpoint.model,
  });
}

function bodyError(body: string): BodyError | null {
  if (!/^\s*[[{]/.test(body)) return null;
  return readVendorError(parsePartialJson(body).value);
}

function sentence(error: VendorError): string {
  const { status = 0, provider, model = "", message } = error;
  if (message === "") return `${provider} answered ${status} without saying why.`;
  if (status === 404 && isUnknownModel(error)) {
    return `${provider} does not know the model ${model}: ${message}`;
  }
  const passOn = status === 404 || status === 429 || status >= 500;
  return passOn && !message.includes(String(status))
    ? `${provider} answered ${status}: ${message}`
    : message;
}

/** What a body says that is no error document: a proxy's page, a line of text, nothing. */
function pageWords(status: number, body: string): string {
  if (isPage(body)) return `The server answered ${status} with an HTML page${titleOf(body)}.`;
  return excerpt(body, 300);
}

function isPage(body: string): boolean {
  return /^\s*<[!a-z?]/i.test(body);
}

function titleOf(page: string): string {
  const title = /<(title|h1)[^>]*>([^<]{1,300})/i.exec(page)?.[2] ?? "";
  const words = excerpt(title, 80);
  return words === "" ? "" : ` (${words})`;
}

/** Redirects are not followed: the key must not travel to a host the user did not name. */
function redirectFailure(endpoint: Endpoint, { status, headers }: Answer): ModelFailure {
  const { provider } = endpoint.target;
  const target = URL.parse(headers.get("location") ?? "", endpoint.baseUrl);
  const where = target === null ? "" : ` to ${target.origin}${target.pathname}`;
  return failureAt(endpoint, {
    kind: "protocol",
    message: `${provider} redirects${where}; redirects are not followed, so that your key stays where it belongs.`,
    advice: `Set base_url of ${provider} to the new address if you trust it.`,
    ...(status > 0 ? { status } : {}),
  });
}

function proxyLoginFailure(endpoint: Endpoint): ModelFailure {
  return failureAt(endpoint, {
    kind: "network",
    message: `The proxy between here and ${endpoint.target.provider} asks for a login (407).`,
    advice: "Put it into HTTPS_PROXY: http://user:password@host:port.",
    status: 407,
  });
}
