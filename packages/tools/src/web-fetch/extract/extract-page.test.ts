import { describe, expect, test } from "bun:test";
import { pdfOf } from "../../testing/pdf.ts";
import { decodeText } from "./charset.ts";
import { contentKind } from "./content-kind.ts";
import { extractPage } from "./extract-page.ts";
import type { PageExtract } from "./page-extract.ts";

function extract(
  body: Uint8Array | string,
  contentType: string,
  selector: string | null = null,
): Promise<PageExtract> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return extractPage({ bytes, contentType, url: "https://a.test/", selector, plain: false });
}

const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("encodings", () => {
  test.each([
    ["what the server says", latin("caf\xe9"), "text/html; charset=ISO-8859-1", "café"],
    ["in quotes", latin("caf\xe9"), 'text/html; charset="latin1"', "café"],
    [
      "what the page says",
      latin('<meta charset="windows-1251">\xcf\xf0\xe8\xe2\xe5\xf2'),
      "text/html",
      '<meta charset="windows-1251">Привет',
    ],
    [
      "what the page says the old way",
      latin('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">\x82\xa0'),
      "text/html",
      '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">あ',
    ],
    [
      "what XML says",
      latin('<?xml version="1.0" encoding="euc-kr"?>\xc7\xd1'),
      "text/xml",
      '<?xml version="1.0" encoding="euc-kr"?>한',
    ],
    [
      "a mark against the server",
      latin("\xef\xbb\xbfh\xc3\xa9"),
      "text/html; charset=latin1",
      "hé",
    ],
    ["UTF-16 by its mark", latin("\xff\xfeh\0i\0"), "text/html", "hi"],
    ["UTF-16 the other way", latin("\xfe\xff\0h\0i"), "text/plain", "hi"],
    ["UTF-8 where nobody says anything", Buffer.from("é"), "text/html", "é"],
    ["the old western one where that does not fit", latin("caf\xe9 \x80"), "text/html", "café €"],
    ["a name that nobody knows", Buffer.from("é"), "text/html; charset=x-no-such", "é"],
    [
      "a page that lies about UTF-16",
      Buffer.from('<meta charset="utf-16">é'),
      "",
      '<meta charset="utf-16">é',
    ],
    [
      "broken UTF-8 that is said to be UTF-8",
      latin("a\xff"),
      "text/html; charset=utf-8",
      "a\uFFFD",
    ],
  ])("WEB-5 (part): %s", (_, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text);
  });
});

describe("kinds", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.each([
    ["text/html; charset=utf-8", "x", "html"],
    ["application/xhtml+xml", "x", "html"],
    ["", "  <!DOCTYPE html><p>", "html"],
    ["application/octet-stream", "<html>", "html"],
    ["text/plain", "<html>", "text"],
    ["application/json", "{}", "json"],
    ["application/ld+json", "{}", "json"],
    ["application/rss+xml", "<rss>", "text"],
    ["image/svg+xml", "<svg>", "text"],
    ["text/csv", "a,b", "text"],
    ["application/pdf", "%PDF-1.7", "pdf"],
    ["text/html", "%PDF-1.7", "pdf"],
    ["application/pdf", "<html>", "binary"],
    ["image/png", "x", "image"],
    ["application/zip", "PK", "binary"],
    ["text/html", "a\0b", "binary"],
    ["", "a\0b", "binary"],
    ["nonsense", "hello", "text"],
  ])("WEB-5 (part): %p with %p", (contentType, body, kind) => {
    const found: string = contentKind(contentType, bytes(body));
    expect(found).toBe(kind);
  });

  test("WEB-5 (part): JSON gets a line for each value; what is none stays as it is", async () => {
    expect(await extract('{"a":[1,{"b":"é"}]}', "application/json")).toMatchObject({
      text: '{\n "a": [\n  1,\n  {\n   "b": "é"\n  }\n ]\n}',
    });
    expect(await extract("{a:1", "application/json")).toMatchObject({ text: "{a:1" });
    const deep = "[".repeat(100_000);
    expect(await extract(deep, "application/json")).toMatchObject({ text: deep });
  });

  test("WEB-5 (part): text stays as it is", async () => {
    expect(await extract("# a_b\r\n<b>", "text/markdown")).toMatchObject({ text: "# a_b\n<b>" });
  });

  test("WEB-5: PDF gives the text of its pages", async () => {
    expect(await extract(pdfOf(["First page", "Second page"]), "application/pdf")).toMatchObject({
      kind: "pdf",
      text: "[page 1 of 2]\nFirst page\n\n[page 2 of 2]\nSecond page",
    });
    expect(await extract("%PDF-1.7 broken", "application/pdf")).toMatchObject({ type: "failed" });
  });

  test("WEB-5 (part): pictures and other data are described", async () => {
    expect(await extract("abc", "image/png")).toMatchObject({
      text: "(An image: image/png, 3 bytes. It cannot be read here.)",
    });
    expect(await extract("a\0c", "")).toMatchObject({
      text: "(Data that is no text: unknown type, 3 bytes. It cannot be read here.)",
    });
    expect(await extract("{}", "application/json", "p")).toMatchObject({ type: "failed" });
  });
});
