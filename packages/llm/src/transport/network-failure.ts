import type { ModelFailure } from "@squire/protocol";
import type { Endpoint } from "../endpoint.ts";
import { isRecord, text } from "../wire/read.ts";
import { excerpt } from "./excerpt.ts";
import { failureAt } from "./model-failed.ts";

type Cause = {
  readonly codes: RegExp;
  /** The host is put in for `%`. */
  readonly says: string;
  readonly advice: string;
  /** True where the error's own words tell more than its code. */
  readonly quoted?: boolean;
  /** True when asking again cannot help. */
  readonly final?: boolean;
};

const CA_ADVICE =
  "If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file.";
const REACH_ADVICE = "Check your connection, the base_url and your proxy settings.";

// The codes of Bun's and Node's fetch, most specific first.
const CAUSES: readonly Cause[] = [
  {
    codes: /ERR_OFFLINE/,
    says: "only this computer may be asked now",
    advice: "Leave out --offline, or choose a local model.",
    quoted: true,
    final: true,
  },
  {
    codes: /UnsupportedProxy|ERR_PROXY_CONFIG/,
    says: "the proxy cannot be used",
    advice: "Set HTTPS_PROXY or ALL_PROXY to the http:// address of a proxy.",
    quoted: true,
    final: true,
  },
  {
    codes: /PROXY/i,
    says: "the proxy failed",
    advice: "Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.",
    quoted: true,
  },
  {
    codes: /ERR_TLS_FILE/,
    says: "a certificate file cannot be used",
    advice: "Correct NODE_EXTRA_CA_CERTS, CLAUDE_CODE_CLIENT_CERT or CLAUDE_CODE_CLIENT_KEY.",
    quoted: true,
    final: true,
  },
  {
    codes: /ALTNAME|HOSTNAME_MISMATCH/,
    says: "the TLS certificate of % belongs to another host",
    advice: `Check the host in base_url. ${CA_ADVICE}`,
    final: true,
  },
  {
    codes: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    says: "the TLS certificate of % is not valid today",
    advice: "Check the clock of this computer, or tell whoever runs the server.",
    final: true,
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    says: "the TLS certificate of % is not trusted",
    advice: CA_ADVICE,
    final: true,
  },
  {
    codes: /EPROTO|ERR_SSL|ERR_TLS/,
    says: "% does not speak TLS as expected",
    advice: "Check whether base_url must begin with http:// or https://, and its port.",
    final: true,
  },
  {
    codes: /ECONNREFUSED|ConnectionRefused/,
    says: "% refused the connection",
    advice: "Check that the server runs and that base_url has the right host and port.",
  },
  {
    codes: /ENOTFOUND|EAI_|DNS/,
    says: "the host % cannot be found",
    advice: REACH_ADVICE,
  },
  {
    codes: /TIMEDOUT|TIMEOUT|Timeout/,
    says: "connecting to % took too long",
    advice: REACH_ADVICE,
  },
  {
    codes: /EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN/,
    says: "there is no way to % from this network",
    advice: REACH_ADVICE,
  },
  {
    codes: /ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ConnectionClosed|HPE_/,
    says: "% closed the connection",
    advice: "Try again; if it stays, check the base_url and your proxy settings.",
  },
];

/** What a rejected fetch or a broken body means. `begun` = part of the body had arrived. */
export function networkFailure(endpoint: Endpoint, error: unknown, begun: boolean): ModelFailure {
  const chain = causesOf(error);
  const codes = chain.map(({ code }) => code).filter((code) => code !== "");
  const cause = CAUSES.find((known) => codes.some((code) => known.codes.test(code)));
  const words = chain.map(({ message }) => message).findLast((message) => message !== "");
  const host = URL.parse(endpoint.baseUrl)?.host ?? endpoint.target.provider;
  const what = cause?.says.replace("%", host) ?? `${host} cannot be reached`;
  const detail = (cause === undefined || cause.quoted === true ? words : codes.at(-1)) ?? "";
  const opening = begun ? "The reply broke off" : `No answer from ${endpoint.target.provider}`;
  return failureAt(endpoint, {
    kind: "network",
    message: `${opening}: ${what}${detail === "" ? "" : ` (${excerpt(detail, 200).replace(/\.$/, "")})`}.`,
    advice: begun ? "Try again." : (cause?.advice ?? REACH_ADVICE),
    retryable: !begun && cause?.final !== true,
  });
}

type Link = { readonly code: string; readonly message: string };

/** The error and what caused it; Node hides the reason behind “fetch failed”. */
function causesOf(error: unknown, depth = 0): readonly Link[] {
  if (!isRecord(error) || depth > 4) return [];
  // What Bun says about its own options helps no user.
  const message = text(error["message"]).replace(/ For more information, pass `verbose.*$/, "");
  const first = Array.isArray(error["errors"]) ? error["errors"][0] : undefined;
  return [
    { code: text(error["code"]), message },
    ...causesOf(error["cause"], depth + 1),
    ...causesOf(first, depth + 1),
  ];
}
