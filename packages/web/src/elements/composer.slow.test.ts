import { afterAll, describe, expect, test } from "bun:test";
import { inPage, openBench, showDemo, type TestBench } from "../testing/test-page.ts";

const bench: TestBench | null = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

type Watched = Awaited<ReturnType<TestBench["open"]>>;

async function opened(): Promise<Watched> {
  if (bench === null) throw new Error("There is no browser.");
  const watched = await bench.open();
  await showDemo(watched.page);
  return watched;
}

/** Written and sent faster than the page draws; resolves with the field some frames later. */
function sendAtOnce({ page }: Watched, text: string): Promise<string | undefined> {
  return page.evaluate(async (words) => {
    const field = document.querySelector("textarea");
    if (field === null) return undefined;
    field.value = words;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    return field.value;
  }, text);
}

describe.skipIf(bench === null)("the composer in a real browser", () => {
  test("what was sent is gone from the field, also when it was sent within one frame", async () => {
    await using watched = await opened();
    expect(await sendAtOnce(watched, "rename retry to again")).toBe("");
    const sent = await inPage(
      watched.page,
      null,
      (window) => window.squire.calls.filter(({ method }) => method === "chat.send").length,
    );
    expect(sent).toBe(1);
  });

  test("what could not be sent comes back, however fast it failed", async () => {
    await using watched = await opened();
    const { page } = watched;
    await inPage(page, null, (window) => {
      window.squire.answers.set("chat.send", () => {
        throw new Error("The disk is full.");
      });
    });
    expect(await sendAtOnce(watched, "at once")).toBe("at once");
    // Drawn before it is sent, and failed before the next frame.
    await page.locator("textarea").fill("a frame later");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.locator("textarea").press("Enter");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "a frame later");
    expect(await page.locator(".notice").innerText()).toContain("The disk is full.");
  });
});
