import { afterAll, describe, expect, test } from "bun:test";
import { cardSettled, inPage, openBench, showDemo, type TestBench } from "../testing/test-page.ts";

const bench: TestBench | null = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

type Watched = Awaited<ReturnType<TestBench["open"]>>;

/** A card that asks, and has been there for so long that it takes letters. */
async function asked(): Promise<Watched> {
  if (bench === null) throw new Error("There is no browser.");
  const watched = await bench.open();
  await showDemo(watched.page, true);
  await cardSettled(watched.page);
  return watched;
}

async function press({ page }: Watched, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const calls = ({ page }: Watched, method: string) =>
  inPage(page, method, (window, wanted) =>
    window.squire.calls.filter((call) => call.method === wanted).map(({ params }) => params),
  );

describe.skipIf(bench === null)("cards in a real browser", () => {
  test("WUI-4 (part): w asks why not, and the reason goes with the no", async () => {
    await using watched = await asked();
    const { page } = watched;
    await press(watched, "w");
    const field = page.getByRole("textbox", { name: "Why not" });
    await field.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "reason");
    // Drawn again while somebody writes.
    await inPage(page, null, (window) => {
      window.squire.tell({ type: "title.changed", title: "another name" });
    });
    await page.waitForSelector("h1:text-is('another name')");
    await page.keyboard.type("push to a branch");
    await press(watched, "Enter");
    const reason = "push to a branch";
    expect(await calls(watched, "exec.deny")).toEqual([{ approvalId: "a1", reason }]);
    expect(await calls(watched, "exec.approve")).toEqual([]);
  });

  test("WUI-4 (part): a drawing of the same card does not make it deaf again", async () => {
    await using watched = await asked();
    const { page } = watched;
    await inPage(page, null, (window) => {
      window.squire.tell({ type: "title.changed", title: "another name" });
    });
    await page.waitForSelector("h1:text-is('another name')");
    await press(watched, "a");
    expect(await calls(watched, "exec.approve")).toEqual([{ approvalId: "a1", scope: "once" }]);
  });
});
