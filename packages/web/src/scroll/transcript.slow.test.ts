import { afterAll, describe, expect, test } from "bun:test";
import { PUSH } from "../testing/demo.ts";
import { modelSays, turnEnds, userSays } from "../testing/events.ts";
import { inPage, openBench } from "../testing/test-page.ts";

type Page = Parameters<typeof inPage>[0];

const bench = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

/** Lines that end early make a row higher than its length tells. */
function talk(from: number, turns: number, lines = 0) {
  return Array.from({ length: turns }, (_, at) => {
    const [runId, number] = [`r${from + at}`, from + at];
    const words = `Answer ${number}. ${"Words of an answer. ".repeat(1 + (number % 30))}`;
    return [
      ...userSays(runId, `Question ${number}${"\nmore".repeat(lines)}`),
      modelSays(runId, "a", words),
      turnEnds(runId),
    ];
  }).flat();
}

type Talk = { readonly earlier?: string | null; readonly lines?: number };

async function opened(turns: number, { earlier = null, lines = 0 }: Talk = {}) {
  if (bench === null) throw new Error("There is no browser.");
  const watched = await bench.open();
  const events = talk(1000, turns, lines);
  await inPage(watched.page, { events, earlier }, (window, given) => {
    window.squire.kept = given.events.map((event, at) => ({ at, event }));
    window.squire.earlier = given.earlier;
    window.begin();
  });
  await watched.page.waitForSelector("squire-item");
  return watched;
}

/**
 * Rows are measured when they are drawn, which may move the view and draw others: frame by frame,
 * until two have changed nothing.
 */
function settled(page: Page) {
  return page.locator(".scroll").evaluate(async (scroller) => {
    const look = () => {
      const { scrollTop: top, scrollHeight, clientHeight } = scroller;
      const size = Number(scroller.querySelector("squire-item")?.ariaSetSize);
      const rows = scroller.querySelectorAll("squire-item").length;
      return { top, fromEnd: scrollHeight - top - clientHeight, clientHeight, size, rows };
    };
    let seen = look();
    for (let same = 0; same < 2;) {
      await new Promise(requestAnimationFrame);
      const next = look();
      same = JSON.stringify(next) === JSON.stringify(seen) ? same + 1 : 0;
      seen = next;
    }
    return seen;
  });
}

describe.skipIf(bench === null)("a long transcript in a real browser", () => {
  test("WUI-1 (part): of 10,000 messages only those are in the page that can be seen", async () => {
    await using watched = await opened(5000);
    const { page } = watched;
    await page.waitForSelector("text=Answer 5999.");
    expect(await page.locator("squire-item").count()).toBeLessThan(120);
    await page.locator(".scroll").evaluate((scroller) => (scroller.scrollTop = 0));
    await page.waitForSelector("text=Question 1000");
    expect(await page.locator("squire-item").count()).toBeLessThan(120);
    await page.getByRole("button", { name: "latest" }).click();
    await page.waitForSelector("text=Answer 5999.");
    expect(watched.problems).toEqual([]);
  });

  test("at the end it stays with what comes; further up it stays where it is", async () => {
    await using watched = await opened(60);
    const { page } = watched;
    const tell = (number: number) =>
      inPage(page, talk(number, 1), (window, events) => {
        for (const event of events) window.squire.tell(event);
      });
    await tell(2000);
    await page.waitForSelector("text=Answer 2000.");
    expect((await settled(page)).fromEnd).toBeLessThan(4);
    await page.locator(".scroll").evaluate((scroller) => (scroller.scrollTop -= 1500));
    await page.waitForSelector(".latest");
    const before = await settled(page);
    await tell(3000);
    // What came is far below: only the numbers of the rows say that it was drawn.
    await page.waitForFunction(
      (size) => Number(document.querySelector("squire-item")?.ariaSetSize) > size,
      before.size,
    );
    const after = await settled(page);
    expect(after.top).toBe(before.top);
    expect(after.fromEnd).toBeGreaterThan(before.fromEnd);
  });

  test("what came before is read when somebody scrolls there, and the row in view stays", async () => {
    await using watched = await opened(40, { earlier: "e1" });
    const { page } = watched;
    await inPage(page, talk(100, 40), (window, events) => {
      const kept = events.map((event, at) => ({ at, event }));
      window.squire.answers.set("chat.replay", () => ({ events: kept, earlier: null }));
    });
    await page.locator(".scroll").evaluate((scroller) => (scroller.scrollTop = 0));
    await page.waitForFunction(() => document.querySelector(".beginning") === null);
    // The first row of before is still there, and those of the page above it.
    await page.waitForSelector("text=Question 1000");
    await page.locator(".scroll").evaluate((scroller) => (scroller.scrollTop = 0));
    await page.waitForSelector('text="Question 100"');
    expect(watched.problems).toEqual([]);
  });

  test("j and k go from message to message, o opens", async () => {
    await using watched = await opened(30);
    const { page } = watched;
    await page.evaluate(() => document.querySelector<HTMLElement>(".scroll")?.focus());
    await page.keyboard.press("j");
    await page.waitForSelector("squire-item.text.marked");
    await page.keyboard.press("k");
    await page.waitForSelector("squire-item.user.marked");
    for (let times = 0; times < 20; times++) await page.keyboard.press("k");
    await page.waitForSelector("squire-item.user.marked");
    await settled(page);
    const inView = await page.locator("squire-item.marked").evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(inView).toBe(true);
  });

  test("a row that keys jump to stays in view when those above it turn out higher", async () => {
    await using watched = await opened(60, { lines: 40 });
    const { page } = watched;
    for (const times of [5, 20, 14]) {
      // Within one frame: nothing that is jumped over was ever drawn.
      await page.evaluate((count) => {
        for (let at = 0; at < count; at++) {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
        }
      }, times);
      await page.waitForSelector("squire-item.text.marked");
      await settled(page);
      const top = await page.locator("squire-item.marked").evaluate((row) => {
        return row.getBoundingClientRect().top;
      });
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(200);
    }
  });

  test("who is at the end stays there when a card takes away room", async () => {
    await using watched = await opened(30);
    const { page } = watched;
    await page.waitForSelector("text=Answer 1029.");
    await inPage(page, userSays("r9", "push it"), (window, begun) => {
      for (const event of begun) window.squire.tell(event);
    });
    await page.waitForSelector("text=push it");
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    await inPage(page, PUSH, (window, request) => {
      window.squire.tell({ type: "approval.requested", runId: "r9", request });
    });
    await page.waitForSelector("squire-approval .answers");
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    expect(await page.locator("text=push it").last().isVisible()).toBe(true);
  });
});
