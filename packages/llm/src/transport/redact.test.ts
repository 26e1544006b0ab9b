import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { redact } from "./redact.ts";

test.each([
  ["Incorrect API key provided: sk-abcd***wxyz1234.", "Incorrect API key provided: [redacted]"],
  ["got Bearer abc.def-123 there", "got Bearer [redacted] there"],
  ['{"Authorization":"Bearer abc123def"}', '{"Authorization":"Bearer [redacted]"}'],
  ["x-api-key: abcdef123", "x-api-key: [redacted]"],
  ["GET /v1/models?key=AIzaSyA1b2C3d4&alt=sse", "GET /v1/models?key=[redacted]&alt=sse"],
  ["api_key=abc&token=def", "api_key=[redacted]&token=[redacted]"],
  ["AIzaSyA1b2C3d4e5f6 is not valid", "[redacted] is not valid"],
  ["proxy http://user:pw@proxy.test:3128/", "proxy http://[redacted]@proxy.test:3128/"],
  ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "jwt [redacted]"],
  ["gsk_abcdefghij and hf_abcdefghij", "[redacted] and [redacted]"],
])("PROV-11: %s", (text, clean) => {
  expect(redact(text, [])).toBe(clean);
});

test.each([
  "A bearer token is missing; use Bearer authentication.",
  "The task-specific risk-assessment tool and disk-space-monitoring are fine.",
  "Your api key is invalid. Monkey=banana.",
  "mail me at a@b.test",
])("PROV-11: ordinary words stay: %s", (text) => {
  expect(redact(text, [])).toBe(text);
});

test("PROV-11: a given secret disappears in every spelling", () => {
  const secret = 'we"ird/secret+1';
  const text = `raw ${secret}, json ${JSON.stringify({ secret })}, url ?x=${encodeURIComponent(secret)}`;
  expect(redact(text, [secret])).toBe(
    'raw [redacted], json {"secret":"[redacted]"}, url ?x=[redacted]',
  );
});

test("PROV-11: a secret within a secret, and one too short to be one", () => {
  expect(redact("abcdef abcdef-ghijkl", ["abcdef", "abcdef-ghijkl"])).toBe("[redacted] [redacted]");
  expect(redact("a test of abc", ["abc", ""])).toBe("a test of abc");
});

test("PROV-11: no text keeps a secret that is in it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 6 }), fc.string(), (before, secret, after) => {
      fc.pre(!"[redacted]".includes(secret));
      expect(redact(before + secret + after, [secret])).not.toContain(secret);
    }),
    { numRuns: 300 },
  );
});
