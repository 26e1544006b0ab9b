import { describe, expect, test } from "bun:test";
import { SearchFailure } from "../search-failure.ts";
import { VENDOR_ANSWERS } from "../testing/vendor-answers.ts";
import { readResults } from "./mojeek.ts";

describe("pages of results", () => {
  test("WEB-4: a snippet belongs to the title it stands behind", () => {
    const page = `
      <a class="title" href="https://a.test/">A</a>
      <a href="https://b.test/" class="x title y">B</a><p class="s">of B</p>
      <p class="s">of B, too</p>
      <a class="title" href="https://c.test/?a=1&amp;b=2">C</a><p class="i">x</p><p class="s">of C</p>`;
    expect(readResults(page)).toEqual([
      { title: "A", url: "https://a.test/", snippet: "" },
      { title: "B", url: "https://b.test/", snippet: "of B" },
      { title: "C", url: "https://c.test/?a=1&b=2", snippet: "of C" },
    ]);
    expect(readResults(String(VENDOR_ANSWERS.mojeek))).toHaveLength(2);
  });

  test("WEB-4: nothing found is not the same as not being let in", () => {
    expect(readResults("<div><p>No pages <b>found</b> matching: x</p></div>")).toEqual([]);
    for (const page of [
      "",
      "<html><body>Sorry your network appears to be sending automated queries</body></html>",
      '<div class="new-layout"><a class="headline" href="https://a.test/">A</a></div>',
    ]) {
      expect(() => readResults(page)).toThrow(SearchFailure);
    }
  });

  test("S41: a page of nothing but beginnings is read", () => {
    const unclosed = '<a class="title" href="x">'.repeat(30_000);
    expect(() => readResults(unclosed)).toThrow(SearchFailure);
    expect(() => readResults("<a ".repeat(300_000))).toThrow(SearchFailure);
    expect(() => readResults('<p class="s">'.repeat(70_000))).toThrow(SearchFailure);
  });
});
