import { expect, test } from "bun:test";
import fc from "fast-check";
import { codexAccountHeader } from "./codex-account.ts";

function token(account: unknown): string {
  const claims = { "https://api.openai.com/auth": { chatgpt_account_id: account } };
  return `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
}

test("a ChatGPT token names its account; any other text is no reason to fail", () => {
  expect(codexAccountHeader(token("acc-1"))).toEqual({ "chatgpt-account-id": "acc-1" });
  for (const odd of ["a\nb", "", 5, null]) expect(codexAccountHeader(token(odd))).toEqual({});
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(codexAccountHeader(text)).toEqual({});
    }),
    { numRuns: 100 },
  );
});
