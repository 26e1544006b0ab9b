import { expect, test } from "bun:test";
import { comesWithChromium } from "./find-chromium.ts";
import { openBrowser } from "./open-browser.ts";

// Every suite that needs a browser is left out where none runs. This one says so where one must.
test.skipIf(!comesWithChromium())("a browser runs where npm brings one along", async () => {
  const browser = await openBrowser();
  expect(browser).not.toBeNull();
  expect(browser?.version()).toMatch(/^\d+\./);
  await browser?.close();
});
