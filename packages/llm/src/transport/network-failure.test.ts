import { expect, test } from "bun:test";
import { networkFailure } from "./network-failure.ts";
import { endpointWith } from "./testing/rig.ts";

const bun = (code: string, message = `${code}: something`): Error =>
  Object.assign(new TypeError(message), { code, path: "https://api.acme.test/" });
const node = (code: string, message = "why"): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });

const CASES: readonly (readonly [string, Error, string, string, boolean])[] = [
  [
    "refused",
    bun("ECONNREFUSED"),
    "api.acme.test refused the connection (ECONNREFUSED)",
    "server runs",
    true,
  ],
  [
    "refused",
    node("ECONNREFUSED"),
    "api.acme.test refused the connection (ECONNREFUSED)",
    "base_url",
    true,
  ],
  ["refused, old Bun", bun("ConnectionRefused"), "refused the connection", "base_url", true],
  ["no such host", bun("ENOTFOUND"), "the host api.acme.test cannot be found", "proxy", true],
  ["no such host", node("ENOTFOUND"), "the host api.acme.test cannot be found", "base_url", true],
  ["no DNS", node("EAI_AGAIN"), "cannot be found", "connection", true],
  ["slow connect", node("UND_ERR_CONNECT_TIMEOUT"), "took too long", "proxy", true],
  ["no route", node("ENETUNREACH"), "no way to api.acme.test", "connection", true],
  ["reset", bun("ECONNRESET"), "closed the connection", "Try again", true],
  [
    "reset",
    node("UND_ERR_SOCKET", "other side closed"),
    "closed the connection",
    "Try again",
    true,
  ],
  ["not HTTP", node("HPE_INVALID_CONSTANT"), "closed the connection", "base_url", true],
  [
    "self-signed",
    bun("DEPTH_ZERO_SELF_SIGNED_CERT"),
    "certificate of api.acme.test is not trusted",
    "NODE_EXTRA_CA_CERTS",
    false,
  ],
  [
    "unknown authority",
    node("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    "not trusted",
    "NODE_EXTRA_CA_CERTS",
    false,
  ],
  [
    "other host",
    node("ERR_TLS_CERT_ALTNAME_INVALID"),
    "belongs to another host",
    "base_url",
    false,
  ],
  ["expired", node("CERT_HAS_EXPIRED"), "not valid today", "clock", false],
  ["no TLS", bun("EPROTO"), "does not speak TLS", "http:// or https://", false],
  [
    "no TLS",
    node("ERR_SSL_WRONG_VERSION_NUMBER"),
    "does not speak TLS",
    "http:// or https://",
    false,
  ],
  [
    "proxy down",
    bun("ERR_PROXY", "cannot connect to the proxy p.test:1"),
    "the proxy failed (cannot connect to the proxy p.test:1)",
    "HTTPS_PROXY",
    true,
  ],
  [
    "proxy says no",
    bun("ERR_PROXY_TUNNEL", "Proxy refused: 407"),
    "the proxy failed (Proxy refused: 407)",
    "NO_PROXY",
    true,
  ],
  [
    "odd proxy",
    bun("ERR_PROXY_CONFIG", "socks5:// is not supported"),
    "the proxy cannot be used (socks5:// is not supported)",
    "http://",
    false,
  ],
  [
    "TLS file",
    bun("ERR_TLS_FILE", "NODE_EXTRA_CA_CERTS names /x"),
    "a certificate file cannot be used (NODE_EXTRA_CA_CERTS names /x)",
    "Correct NODE_EXTRA_CA_CERTS",
    false,
  ],
  [
    "anything else",
    new Error("the moon is full."),
    "api.acme.test cannot be reached (the moon is full)",
    "base_url",
    true,
  ],
];

test.each(CASES.map((row) => [row[0], row] as const))("PROV-11: %s", (_name, row) => {
  const [, error, words, advice, retryable] = row;
  const failure = networkFailure(endpointWith(), error, false);
  expect(failure.kind).toBe("network");
  expect(failure.message).toStartWith("No answer from acme: ");
  expect(failure.message).toContain(words);
  expect(failure.advice).toContain(advice);
  expect(failure.retryable).toBe(retryable);
  expect(networkFailure(endpointWith(), error, true).retryable).toBe(false);
});

test("PROV-11: several addresses were tried", () => {
  const tried = new AggregateError([Object.assign(new Error("no"), { code: "ECONNREFUSED" })], "");
  const failure = networkFailure(
    endpointWith(),
    new TypeError("fetch failed", { cause: tried }),
    false,
  );
  expect(failure.message).toContain("refused the connection");
});

test.each([undefined, null, "text", 7, { code: 5 }])("PROV-11: %p is no crash", (error) => {
  expect(networkFailure(endpointWith(), error, false).message).toBe(
    "No answer from acme: api.acme.test cannot be reached.",
  );
});

test("PROV-11: an error that causes itself is no hang", () => {
  const error: Error & { cause?: unknown } = new Error("loop");
  error.cause = error;
  expect(networkFailure(endpointWith(), error, false).message).toContain("loop");
});
