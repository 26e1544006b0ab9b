import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export type WatchedPage = AsyncDisposable & {
  readonly page: Page;
  /** Where it has sent requests to, its own host left out. */
  readonly foreign: readonly string[];
  /** Errors that nobody caught, and what the browser refused to do. */
  readonly problems: readonly string[];
};

/** A tab of its own, with a record of all that goes out of it and all that goes wrong in it. */
export async function watchPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  // Only for what never comes: on a busy machine the first page alone may take ten seconds.
  page.setDefaultTimeout(30_000);
  const { host } = new URL(url);
  const [foreign, problems]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    const target = URL.parse(request.url());
    const isOwn =
      target?.host === host || target?.protocol === "blob:" || target?.protocol === "data:";
    if (!isOwn) foreign.push(request.url());
  });
  // Stopped by the policy of the page before it left.
  page.on("requestfailed", (request) => {
    const at = foreign.lastIndexOf(request.url());
    if (request.failure()?.errorText === "csp" && at >= 0) foreign.splice(at, 1);
  });
  page.on("websocket", (socket) => {
    if (URL.parse(socket.url())?.host !== host) foreign.push(socket.url());
  });
  page.on("crash", () => problems.push("the page crashed"));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(url);
  return {
    page,
    foreign,
    problems,
    [Symbol.asyncDispose]: () => context.close(),
  };
}
