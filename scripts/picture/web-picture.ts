import { openBench, showDemo } from "../../packages/web/src/testing/door.ts";

/** The web face with a session that asks, as a PNG; null where no browser can run. */
export async function webPicture(): Promise<Uint8Array | null> {
  await using bench = await openBench();
  if (bench === null) return null;
  const viewport = { width: 1320, height: 880 };
  await using watched = await bench.open("#/s/s1", { viewport, deviceScaleFactor: 1 });
  const { page } = watched;
  await showDemo(page, true);
  await page.locator("[data-call=c3] .tool-head").click();
  await page.waitForSelector("squire-diff .diff-row");
  await page.getByRole("tab", { name: "Sources" }).click();
  await page.locator("squire-item.user").first().scrollIntoViewIfNeeded();
  await page.locator("[data-safest]").focus();
  await page.evaluate(() => document.fonts.ready);
  return await page.screenshot({ animations: "disabled" });
}
