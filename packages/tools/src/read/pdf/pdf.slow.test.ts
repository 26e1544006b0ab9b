import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { tempWorkspace } from "@squire/testkit";
import { pdfOf } from "../../testing/pdf.ts";
import { anew } from "../../testing/services.ts";
import { bench, runTool, textOf, told } from "../../testing/try-tool.ts";
import { readTool } from "../read.ts";
import { pageRange } from "./page-range.ts";

const read = anew(readTool);

describe("FS-1 (part): PDF files", () => {
  test("FS-1 (part): the text of pages, and how to go on", async () => {
    const pages = Array.from({ length: 25 }, (_, at) => `Text of page ${at + 1}`);
    await using dir = await tempWorkspace({ "a.pdf": pdfOf(pages) });
    const first = await runTool(read, { path: "a.pdf" }, bench(dir.root));
    expect(textOf(first)).toStartWith("[page 1 of 25]\nText of page 1\n[page 2 of 25]\n");
    expect(textOf(first)).toEndWith("\nText of page 20\n(5 more pages; go on with ?pages=21-25)");
    expect(first.details).toMatchObject({ truncated: true });
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("a.pdf?pages=24-99")).toBe(
      "[page 24 of 25]\nText of page 24\n[page 25 of 25]\nText of page 25",
    );
    const one = { path: "a.pdf", selector: "pages=3" };
    expect(await told(read, one, bench(dir.root))).toStartWith(
      "[page 3 of 25]\nText of page 3\n(22",
    );
    expect(await see("a.pdf?pages=26")).toBe("! The PDF has 25 pages; there is no page 26-26.");
    expect(await see("a.pdf?pages=x")).toContain("?pages=3-5");
  });

  test("FS-1 (part): what is broken, or has no text, is told", async () => {
    await using dir = await tempWorkspace({
      "broken.pdf": "%PDF-1.7\nand nothing more",
      "empty.pdf": pdfOf([""]),
    });
    expect(await told(read, { path: "broken.pdf" }, bench(dir.root))).toStartWith(
      "! broken.pdf cannot be read as a PDF: ",
    );
    expect(await told(read, { path: "empty.pdf" }, bench(dir.root))).toBe(
      "[page 1 of 1]\n(no text on this page; it may be a picture)",
    );
  });

  test("S41: a page that unpacks to very much is not unpacked", async () => {
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024, " "));
    await using dir = await tempWorkspace({
      "bomb.pdf": pdfOf(["x"], { 0: bomb }),
      "twice.pdf": pdfOf(["x"], { 0: deflateSync(bomb) }),
    });
    for (const path of ["bomb.pdf", "twice.pdf"]) {
      expect(await told(read, { path }, bench(dir.root))).toContain("unpacks to far more");
    }
  });
});

test("pages are named in many ways", () => {
  const range = (selector: string) => Object.values(pageRange(selector, 30));
  expect(range("")).toEqual([1, 20]);
  expect(range("?pages=3-5")).toEqual([3, 5]);
  expect(range("page=7")).toEqual([7, 7]);
  expect(range("8")).toEqual([8, 8]);
  expect(range("25-")).toEqual([25, 30]);
  expect(range("-4")).toEqual([1, 4]);
  expect(range("1-9999")).toEqual([1, 20]);
  for (const bad of ["5-3", "31", "a", "-", "1-2-3"]) expect(() => pageRange(bad, 30)).toThrow();
});
