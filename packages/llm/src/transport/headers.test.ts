import { expect, test } from "bun:test";
import type { AuthStyle, Endpoint } from "../endpoint.ts";
import { requestHeaders } from "./headers.ts";
import { ModelFailed } from "./model-failed.ts";
import { answering, ask, endpointWith, rig, sse } from "./testing/rig.ts";

const OAUTH = "sk-ant-oat01-abcdef";

const headersFor = (changes: Partial<Endpoint>, secret: string | null = "abcdef", wire = {}) =>
  requestHeaders(endpointWith(changes), secret, wire);

test.each<[AuthStyle, string, Record<string, string>]>([
  ["bearer", "abcdef", { authorization: "Bearer abcdef" }],
  ["x-api-key", "abcdef", { "x-api-key": "abcdef" }],
  ["api-key", "abcdef", { "api-key": "abcdef" }],
  ["x-goog-api-key", "abcdef", { "x-goog-api-key": "abcdef" }],
  ["none", "abcdef", {}],
  ["x-api-key", OAUTH, { authorization: `Bearer ${OAUTH}`, "anthropic-beta": "oauth-2025-04-20" }],
])("PROV-1: %s carries %s", (auth, secret, expected) => {
  const { "user-agent": _agent, ...headers } = headersFor({ auth }, secret);
  expect(headers).toEqual(expected);
});

test("PROV-1: the betas of the wire stay beside that of an OAuth token", () => {
  const headers = headersFor({ auth: "x-api-key" }, OAUTH, { "Anthropic-Beta": "one,two" });
  expect(headers["anthropic-beta"]).toBe("one,two,oauth-2025-04-20");
});

test("PROV-1: what the user set wins, in any case", () => {
  const headers = headersFor({ headers: { AUTHORIZATION: "Basic xyz", Accept: "a/b" } }, "abcdef", {
    accept: "c/d",
  });
  expect(headers).toMatchObject({ authorization: "Basic xyz", accept: "a/b" });
});

test("PROV-1: a key in the endpoint's own headers is enough", async () => {
  const setup = rig(answering(sse("[DONE]")), {
    credential: null,
    endpoint: { headers: { "X-Api-Key": "mine" } },
  });
  expect((await ask(setup)).at(-1)?.type).toBe("finish");
});

test.each([
  ["abc\ndef", "a line break"],
  ["abcdef\r\n", "a line break"],
  [" abcdef", "a blank"],
  ["abc\u0000def", "a character no key has"],
  ["schlüssel", "a character no key has"],
  ["‘abcdef’", "a character no key has"],
])("PROV-11: the key %j is refused before it is sent", (secret, words) => {
  const failed = thrownBy(() => headersFor({}, secret));
  expect(failed?.failure.kind).toBe("auth");
  expect(failed?.failure.message).toContain(words);
  expect(failed?.failure.message).not.toContain("abc");
  expect(failed?.failure.advice).toContain("squire setup");
});

test.each([
  [{ "X-A": "one\r\nX-B: two" }, "“x-a”"],
  [{ "X A": "one" }, '“"x a"”'],
  [{ "X-A": "日本" }, "“x-a”"],
])("PROV-11: the header %j is refused", (headers, words) => {
  const failed = thrownBy(() => headersFor({ headers }));
  expect(failed?.failure.kind).toBe("bad_request");
  expect(failed?.failure.message).toContain(words);
});

function thrownBy(act: () => unknown): ModelFailed | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelFailed) return error;
    throw error;
  }
  return undefined;
}
