import { afterAll, describe, expect, test } from "bun:test";
import { PUSH } from "../testing/demo.ts";
import { modelSays, turnEnds, userSays } from "../testing/events.ts";
import { inPage, openBench } from "../testing/test-page.ts";

const bench = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

function talk(from: number, turns: number) {
  return Array.from({ length: turns }, (_, at) => {
    const [runId, number] = [`r${from + at}`, from + at];
    const words = `Answer ${number}. ${"Words of an answer. ".repeat(1 + (number % 30))}`;
    return [
      ...userSays(runId, `Question ${number}`),
      modelSays(runId, "a", words),
      turnEnds(runId),
    ];
  }).flat();
}

async function opened(turns: number, earlier: string | null = null) {
  if (bench === null) throw new Error("There is no browser.");
  const watched = await bench.open();
  await inPage(watched.page, { events: talk(1000, turns), earlier }, (window, given) => {
    window.squire.kept = given.events.map((event, at) => ({ at, event }));
    window.squire.earlier = given.earlier;
    window.begin();
  });
  await watched.page.waitForSelector("squire-item");
  return watched;
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
    const atEnd = () =>
      page
        .locator(".scroll")
        .evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 4);
    expect(await atEnd()).toBe(true);
    await page.locator(".scroll").evaluate((scroller) => (scroller.scrollTop -= 1500));
    await page.waitForSelector(".latest");
    const before = await page.locator(".scroll").evaluate((scroller) => scroller.scrollTop);
    await tell(3000);
    await page.getByRole("button", { name: "latest" }).waitFor();
    expect(await page.locator(".scroll").evaluate((scroller) => scroller.scrollTop)).toBe(before);
  });

  test("what came before is read when somebody scrolls there, and the row in view stays", async () => {
    await using watched = await opened(40, "e1");
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
    await page.waitForSelector("text=Question 100");
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
    // Rows are measured a frame after they are drawn: until then the view may still move.
    await page.waitForFunction(() => {
      const row = document.querySelector("squire-item.user.marked");
      const { top, bottom } = row?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top >= 0 && bottom <= innerHeight;
    });
  });

  test("who is at the end stays there when a card takes away room", async () => {
    await using watched = await opened(30);
    const { page } = watched;
    await page.waitForSelector("text=Answer 1029.");
    await inPage(page, userSays("r9", "push it"), (window, begun) => {
      for (const event of begun) window.squire.tell(event);
    });
    const fromEnd = () =>
      page.locator(".scroll").evaluate(({ scrollTop, scrollHeight, clientHeight }) => {
        return scrollHeight - scrollTop - clientHeight;
      });
    await page.waitForSelector("text=push it");
    while ((await fromEnd()) > 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    await inPage(page, PUSH, (window, request) => {
      window.squire.tell({ type: "approval.requested", runId: "r9", request });
    });
    await page.waitForSelector("squire-approval .answers");
    for (let frame = 0; frame < 3; frame++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(await fromEnd()).toBeLessThan(2);
    expect(await page.locator("text=push it").last().isVisible()).toBe(true);
  });
});
