import { expect, test } from "bun:test";
import { retryAfterMs } from "./retry-after.ts";

const NOW = Date.UTC(2030, 0, 1);

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "3" }, 3_000],
  [{ "retry-after": " 0.5 " }, 500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Tue, 01 Jan 2030 00:01:00 GMT" }, 60_000],
  [{ "retry-after": "Mon, 31 Dec 2029 23:59:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after-ms": "1234", "retry-after": "9" }, 1_234],
  [{ "retry-after-ms": "x", "retry-after": "9" }, 9_000],
  [{ "x-ratelimit-reset-requests": "20ms" }, 20],
  [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  [{ "x-ratelimit-reset-tokens": "2m59.56s" }, 179_560],
  [{ "x-ratelimit-reset": String(NOW + 5_000) }, 5_000],
  [{ "x-ratelimit-reset": String(NOW / 1000 + 5) }, 5_000],
  [{ "anthropic-ratelimit-tokens-reset": "2030-01-01T00:00:08Z" }, 8_000],
  [
    {
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-tokens": "9s",
      "x-ratelimit-remaining-tokens": "50",
    },
    1_000,
  ],
  [{ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "9s" }, 9_000],
])("PROV-11: %j", (headers, ms) => {
  expect(retryAfterMs(new Headers(headers), NOW)).toBe(ms as number);
});
