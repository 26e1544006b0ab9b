import { afterAll, describe, expect, test } from "bun:test";
import { FakeClock, rejectionOf } from "@squire/testkit";
import { newsPage, PARAGRAPHS } from "../testing/pages.ts";
import { openExtractor, type Extractor } from "./extractor.ts";

const opened: Extractor[] = [];
afterAll(async () => {
  for (const extractor of opened) await extractor.close();
});

function start(): { clock: FakeClock; extractor: Extractor } {
  const clock = new FakeClock();
  const extractor = openExtractor({ clock });
  opened.push(extractor);
  return { clock, extractor };
}

function page(html: string) {
  const bytes = new TextEncoder().encode(html);
  return { bytes, contentType: "text/html", url: "https://a.test/", selector: null };
}

const signal = new AbortController().signal;
/** Takes seconds to make a document of. */
const SLOW = page(`<html><body>${`<p>${PARAGRAPHS[0]} <b>x</b></p>`.repeat(20_000)}</body></html>`);

describe("extractor", () => {
  test("WEB-5 (part): works in a thread of its own, one page after the other and side by side", async () => {
    const { extractor } = start();
    const one = await extractor.extract(page(newsPage()), signal);
    expect(one).toMatchObject({ type: "text", title: "The lighthouse" });
    const both = await Promise.all([
      extractor.extract(page("<p>left</p>"), signal),
      extractor.extract(page("<p>right</p>"), signal),
    ]);
    expect(both).toMatchObject([{ text: "left" }, { text: "right" }]);
  });

  test("WEB-5 (part): the time of a page begins when its thread is there", async () => {
    const { clock, extractor } = start();
    const work = extractor.extract(page(newsPage()), signal);
    await clock.advance(10_000);
    expect(await work).toMatchObject({ type: "text", title: "The lighthouse" });
  });

  test("S41: a page that takes too long is given up as a document and read as plain text", async () => {
    const { clock, extractor } = start();
    const work = extractor.extract(SLOW, signal);
    await clock.whenPending();
    await clock.advance(10_000);
    const found = await work;
    expect(found.type === "text" && found.text.startsWith(`${PARAGRAPHS[0]} x\n\n`)).toBe(true);
    expect(await extractor.extract(page("<p>next</p>"), signal)).toMatchObject({ text: "next" });
  });

  test("S41: parts of such a page cannot be had", async () => {
    const { clock, extractor } = start();
    const work = extractor.extract({ ...SLOW, selector: "p" }, signal);
    await clock.whenPending();
    await clock.advance(10_000);
    expect(await work).toEqual({ type: "failed", message: "The page took too long to read." });
  });

  test("WEB-5 (part): the caller's signal ends it", async () => {
    const { extractor } = start();
    const stop = new AbortController();
    const work = rejectionOf(extractor.extract(SLOW, stop.signal));
    stop.abort(new Error("enough"));
    expect(await work).toMatchObject({ message: "enough" });
    const gone = extractor.extract(page("<p>x</p>"), AbortSignal.abort(new Error("before")));
    expect(await rejectionOf(gone)).toMatchObject({ message: "before" });
  });

  test("WEB-5 (part): a thread without work ends after a while", async () => {
    const { clock, extractor } = start();
    await extractor.extract(page("<p>x</p>"), signal);
    expect(clock.pending).toBe(1);
    await clock.advance(30_000);
    expect(clock.pending).toBe(0);
    expect(await extractor.extract(page("<p>y</p>"), signal)).toMatchObject({ text: "y" });
  });
});
