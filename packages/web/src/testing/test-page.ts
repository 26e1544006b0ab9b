import { fileURLToPath } from "node:url";
import { openBrowser, servePage, watchPage, type ServedPage } from "@squire/testkit/browser";
import type { WatchedPage } from "@squire/testkit/browser";
import type { Page } from "playwright-core";
import type { TestWindow } from "./in-page.ts";

type Browser = NonNullable<Awaited<ReturnType<typeof openBrowser>>>;
type Opened = Parameters<typeof watchPage>[2];

export const TEST_PAGE = fileURLToPath(new URL("./page/index.html", import.meta.url));

/** The page of the tests in a real browser. */
export type TestBench = AsyncDisposable & {
  readonly served: ServedPage;
  open(hash?: string, options?: Opened): Promise<WatchedPage>;
};

/** Null where no browser can run. */
export async function openBench(
  instead: Readonly<Record<string, string>> = {},
): Promise<TestBench | null> {
  const browser: Browser | null = await openBrowser();
  if (browser === null) return null;
  const served = await servePage({ page: TEST_PAGE, instead });
  return {
    served,
    open: (hash = "#/s/s1", options = {}) => watchPage(browser, served.url + hash, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** Runs in the page, with what its window has for tests; the argument is plain data. */
export async function inPage<A, R>(
  page: Page,
  argument: A,
  run: (window: TestWindow, argument: A) => R,
): Promise<Awaited<R>> {
  return page.evaluate<Awaited<R>>(`(${run.toString()})(window, ${JSON.stringify(argument)})`);
}

/** Shows the demo and waits until it is there. */
export async function showDemo(page: Page, asks = false): Promise<void> {
  await inPage(page, asks, (window, isAsking) => {
    window.playDemo({ asks: isAsking });
    window.begin();
  });
  await page.waitForSelector("squire-item");
}

/** Two keys right after each other: a chord does not wait for a machine that is busy. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** A card takes letters only when it has been there for a moment: that moment is over. */
export async function cardSettled(page: Page): Promise<void> {
  await page.waitForSelector("[data-safest]");
  // From when it could be seen: the frame with it is on the screen when the task behind it runs.
  const shown = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now();
  });
  await page.waitForFunction((since) => performance.now() - since > 400, shown);
}
