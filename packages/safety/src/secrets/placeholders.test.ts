import { expect, test } from "bun:test";
import { createPlaceholders } from "./placeholders.ts";
import { createRedactor } from "./redactor.ts";
import { madeUpSecrets } from "./testing/made-up-secrets.ts";

const KEY = new Uint8Array(32).fill(7);
const secret = madeUpSecrets(1).find(({ kind }) => kind === "github-token")?.secret ?? "";

test("SEC-2 (part): a placeholder that comes back is the secret again, only where it is permitted", () => {
  const placeholders = createPlaceholders(KEY);
  const { redact } = createRedactor({ placeholders });
  const shown = redact(`GH=${secret}`);
  expect(shown).toMatch(/^GH=\[REDACTED:github-token:[0-9a-f]{12}\]$/);
  expect(shown).not.toContain(secret.slice(4));
  const call = shown.replace("GH=", "curl -H token:");

  const refused = placeholders.reveal(call, () => false);
  expect(refused.text).toBe(call);
  expect(refused.refused.map(({ kind }) => kind)).toEqual(["github-token"]);
  const allowed = placeholders.reveal(call, ({ kind }) => kind === "github-token");
  expect(allowed.text).toBe(`curl -H token:${secret}`);
  expect(allowed.used.length).toBe(1);
});

test("SEC-2 (part): the same secret has the same placeholder, another or unknown one is never used", () => {
  const one = createPlaceholders(KEY);
  const shown = one.hide(secret, "github-token");
  expect(createPlaceholders(KEY).hide(secret, "github-token")).toBe(shown);
  expect(createPlaceholders(new Uint8Array(32)).hide(secret, "github-token")).not.toBe(shown);
  expect(one.hide("another", "github-token")).not.toBe(shown);
  const unknown = "[REDACTED:github-token:000000000000]";
  expect(createPlaceholders(KEY).reveal(`${shown} ${unknown}`, () => true)).toEqual({
    text: `${shown} ${unknown}`,
    used: [],
    refused: [],
  });
});

test("SEC-2 (part): a text that is hidden already stays as it is", () => {
  const { redact } = createRedactor({ placeholders: createPlaceholders(KEY) });
  const once = redact(`token=${secret}`);
  expect(redact(once)).toBe(once);
});
