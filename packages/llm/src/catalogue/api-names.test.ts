import { expect, test } from "bun:test";
import fc from "fast-check";
import { APIS } from "../wire/contract.ts";
import { apiNamed, authOf } from "./api-names.ts";

test.each([
  ["openai", "openai-completions"],
  ["openai-responses", "openai-responses"],
  ["anthropic", "anthropic-messages"],
  ["google", "google-generative-ai"],
  [" Azure ", "azure-openai-responses"],
  ["vertex", "google-vertex"],
  ["codex", "openai-codex-responses"],
])("PROV-7: the kind %s is %s", (kind, api) => {
  expect(apiNamed(kind)).toEqual({ ok: true, api: api as (typeof APIS)[number] });
});

test("PROV-7: every api is a kind of its own and knows where its key goes", () => {
  for (const api of APIS) {
    expect(apiNamed(api)).toEqual({ ok: true, api });
    expect(authOf(api)).not.toBe("none");
  }
});

test("PROV-7: an unknown kind is answered with what may have been meant", () => {
  expect(apiNamed("opnai")).toEqual({
    ok: false,
    message: 'There is no provider kind "opnai". Did you mean openai?',
  });
  expect(apiNamed("cohere")).toMatchObject({
    message: expect.stringContaining("Use one of openai"),
  });
  fc.assert(
    fc.property(fc.string(), (kind) => {
      const named = apiNamed(kind);
      expect(named.ok || named.message.length > 0).toBe(true);
    }),
    { numRuns: 100 },
  );
});
