import { expect, test } from "bun:test";
import { joinUrl } from "./url.ts";

test.each([
  ["https://a.test/v1", "/chat/completions", "https://a.test/v1/chat/completions"],
  ["https://a.test/v1/", "/chat/completions", "https://a.test/v1/chat/completions"],
  ["https://a.test/v1///", "/chat", "https://a.test/v1/chat"],
  ["https://a.test", "/v1/messages", "https://a.test/v1/messages"],
  ["https://a.test/v1", "/v1/messages", "https://a.test/v1/messages"],
  ["https://a.test/v1/", "/v1/messages", "https://a.test/v1/messages"],
  ["https://a.test/anthropic/v1", "/v1/messages", "https://a.test/anthropic/v1/messages"],
  [
    "https://a.test/v1beta",
    "/v1beta/models/m:go?alt=sse",
    "https://a.test/v1beta/models/m:go?alt=sse",
  ],
  ["https://a.test/v2", "/v1/messages", "https://a.test/v2/v1/messages"],
  ["https://a.test/v1", "/v10/x", "https://a.test/v1/v10/x"],
  ["https://a.test/api", "/api/chat", "https://a.test/api/api/chat"],
  ["https://a.test/v1", "chat", "https://a.test/v1/chat"],
  [
    "https://a.test:8443/x?api-version=2",
    "/chat?alt=sse",
    "https://a.test:8443/x/chat?api-version=2&alt=sse",
  ],
  ["https://a.test/x?api-version=2", "/chat", "https://a.test/x/chat?api-version=2"],
  ["  http://127.0.0.1:9/v1 ", "/chat", "http://127.0.0.1:9/v1/chat"],
  ["https://a.test/v1#part", "/chat", "https://a.test/v1/chat"],
])("PROV-1: %s and %s", (base, path, url) => {
  expect(joinUrl(base, path)).toEqual({ ok: true, url });
});

test.each([
  ["api.acme.test/v1", "“api.acme.test/v1” is not a web address"],
  ["", "not a web address"],
  ["localhost:8080/v1", "not a web address"],
  ["file:///etc/passwd", "not a web address"],
  ["https://user:pass@a.test/v1", "must not contain a user name"],
])("PROV-1: %j is refused", (base, words) => {
  const joined = joinUrl(base, "/chat");
  expect(joined.ok ? "" : joined.problem).toContain(words);
});
