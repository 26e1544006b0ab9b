import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalUrl, ownerOf } from "./canonical-url.ts";

test("RES-9: one page has one spelling", () => {
  const same = [
    "https://example.org/a",
    "http://www.example.org/a/",
    "https://example.org/a?utm_source=x&fbclid=1#part",
    "https://m.example.org/a/index.html",
  ];
  expect(new Set(same.map(canonicalUrl))).toEqual(new Set(["https://example.org/a"]));
  expect(canonicalUrl("https://a.test/?b=2&a=1")).toBe(canonicalUrl("http://a.test?a=1&b=2"));
  expect(canonicalUrl("https://a.test/x?id=1")).not.toBe(canonicalUrl("https://a.test/x?id=2"));
  expect(canonicalUrl("docs/a.md")).toBe("docs/a.md");
});

test("RES-9: what is canonical stays as it is", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const once = canonicalUrl(url);
      expect(canonicalUrl(once)).toBe(once);
    }),
  );
});

test.each<[string, string | null]>([
  ["https://en.wikipedia.org/wiki/A", "wikipedia.org"],
  ["https://news.bbc.co.uk/1", "bbc.co.uk"],
  ["https://ann.github.io/x", "ann.github.io"],
  ["http://127.0.0.1:8080/x", "127.0.0.1:8080"],
  ["http://localhost:3000/", "localhost:3000"],
  ["notes/a.md", null],
])("RES-9: %s belongs to %p", (url, owner) => {
  expect(ownerOf(url)).toBe(owner);
});
