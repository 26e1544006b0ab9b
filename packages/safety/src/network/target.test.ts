import { expect, test } from "bun:test";
import { NetworkError } from "./network-error.ts";
import { redirectTarget, targetOf } from "./target.ts";

function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof NetworkError) return error.code;
    throw error;
  }
}

test.each([
  "file:///etc/passwd",
  "ftp://example.com/",
  "gopher://example.com:70/_x",
  "data:text/html,x",
  "javascript:alert(1)",
  "view-source:http://example.com",
  "//example.com/",
  "example.com",
  "",
  "http://",
  "http:example.com",
  "http:/example.com",
  "http:///example.com",
  "http://\\example.com",
  "http://example.com\\@127.0.0.1/",
  "http://user@example.com/",
  "http://user:pass@example.com/",
  "http://@example.com/",
  "http://:@example.com/",
  "http://example.com:80@127.0.0.1/",
  "http://127.0.0.1 @example.com/",
  "http://exa\tmple.com/",
  "http://example.com/\r\nHost: evil",
  "http://example.com/\0",
  " http://example.com/",
  "http://example.com:99999/",
  "http://[::1",
  "http://[fe80::1%25eth0]/",
  "http://[::1]x/",
  "http://a..b/",
  "http://256.256.256.256/",
  "http://1.2.3.4.5/",
  "http://127.0.0.1%00.example.com/",
  "http://exam%20ple.com/",
  `http://${"a".repeat(64)}.com/`,
  `http://example.com/${"a".repeat(9000)}`,
])("WEB-6 (part): %p is not a proper address", (url) => {
  expect(refusalOf(() => targetOf(url))).toBe("bad_url");
});

test.each([
  ["HTTP://Example.COM./a/../b?q=\\#frag", "http://example.com/b?q=\\", "example.com", 80],
  ["https://example.com:443/", "https://example.com/", "example.com", 443],
  [
    "https://bücher.example/ü",
    "https://xn--bcher-kva.example/%C3%BC",
    "xn--bcher-kva.example",
    443,
  ],
  ["http://2130706433/", "http://127.0.0.1/", "127.0.0.1", 80],
  ["http://0177.0.0.0x1:81/", "http://127.0.0.1:81/", "127.0.0.1", 81],
  ["http://127.1", "http://127.0.0.1/", "127.0.0.1", 80],
  ["http://0/", "http://0.0.0.0/", "0.0.0.0", 80],
  ["http://127.0.0.1./", "http://127.0.0.1/", "127.0.0.1", 80],
  ["http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/", "127.0.0.1", 80],
  ["http://ⓛocalhost/", "http://localhost/", "localhost", 80],
  ["http://127。0。0。1/", "http://127.0.0.1/", "127.0.0.1", 80],
  ["http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/", "::ffff:7f00:1", 80],
])("WEB-6 (part): %p has one spelling", (url, href, host, port) => {
  const target = targetOf(url);
  expect([target.url.href, target.host, target.port]).toEqual([href, host, port]);
});

test("WEB-6 (part): a redirect is read from where it was sent, and as strictly", () => {
  const from = targetOf("https://example.com/a/b");
  expect(redirectTarget("../c", from).url.href).toBe("https://example.com/c");
  expect(redirectTarget("//other.test/x", from).url.href).toBe("https://other.test/x");
  for (const location of ["file:///etc/passwd", "http://user:pass@example.com/", "https://"]) {
    expect(refusalOf(() => redirectTarget(location, from))).toBe("bad_url");
  }
});
