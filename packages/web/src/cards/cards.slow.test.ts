import { afterAll, describe, expect, test } from "bun:test";
import type { ApprovalRequest, Question } from "@squire/protocol";
import { visibleText } from "@squire/protocol/values";
import { PUSH } from "../testing/demo.ts";
import {
  cardSettled,
  inPage,
  openBench,
  pressChord,
  showDemo,
  type TestBench,
} from "../testing/test-page.ts";

const bench: TestBench | null = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

type Watched = Awaited<ReturnType<TestBench["open"]>>;

const QUESTION: Question = {
  questionId: "q1",
  kind: "choice",
  prompt: "Which ones?",
  options: [
    { id: "none", title: "None" },
    { id: "all", title: "All" },
  ],
  allowCustom: false,
};

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

  test("WUI-4 (part): what was pressed before a card could be seen is no answer, however late it comes", async () => {
    if (bench === null) throw new Error("There is no browser.");
    await using watched = await bench.open();
    const { page } = watched;
    await showDemo(page);
    await inPage(page, PUSH, (window, request) => {
      const early = new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true });
      Object.assign(window, { early });
      window.squire.tell({ type: "approval.requested", runId: "r9", request });
    });
    await cardSettled(page);
    // As it comes where the page was busy since.
    await inPage(page, null, (window) => {
      document.body.dispatchEvent(Reflect.get(window, "early"));
    });
    expect(await calls(watched, "exec.approve")).toEqual([]);
    await press(watched, "a");
    expect(await calls(watched, "exec.approve")).toMatchObject([{ scope: "once" }]);
  });

  test("WUI-4 (part): a card that is there but was never painted takes no letter", async () => {
    if (bench === null) throw new Error("There is no browser.");
    await using watched = await bench.open();
    const { page } = watched;
    await showDemo(page);
    // No frame comes in between: the page is busy for longer than a card takes to settle.
    await inPage(page, PUSH, async (window, request) => {
      const isThere = new Promise<void>((resolve) => {
        const watcher = new MutationObserver(() => {
          if (document.querySelector("squire-approval .answers") === null) return;
          watcher.disconnect();
          resolve();
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      });
      window.squire.tell({ type: "approval.requested", runId: "r9", request });
      await isThere;
      const since = performance.now();
      while (performance.now() - since < 700);
      const early = new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true });
      document.body.dispatchEvent(early);
    });
    expect(await calls(watched, "exec.approve")).toEqual([]);
    await cardSettled(page);
    await press(watched, "a");
    expect(await calls(watched, "exec.approve")).toMatchObject([{ scope: "once" }]);
  });

  test("WUI-4 (part): the second letter of a chord answers no card", async () => {
    await using watched = await asked();
    await pressChord(watched.page, "g", "s");
    await watched.page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
    await watched.page.evaluate(() => document.querySelector<HTMLElement>(".scroll")?.focus());
    // A chord that means nothing.
    await pressChord(watched.page, "g", "a");
    expect(await calls(watched, "exec.approve")).toEqual([]);
    // The card was there for letters all the time.
    await press(watched, "a");
    expect(await calls(watched, "exec.approve")).toEqual([{ approvalId: "a1", scope: "once" }]);
  });

  test("WUI-4 (part): what is typed with a dialog above answers no card behind it", async () => {
    await using watched = await asked();
    const { page } = watched;
    for (const key of ["m", "?"]) {
      await press(watched, key, "a", "s");
      await page.waitForSelector("dialog[open] .dialog-box");
      await press(watched, "a", "s", "d");
      await press(watched, "Escape");
      await page.waitForSelector(".dialog-box", { state: "detached" });
    }
    expect(await calls(watched, "exec.approve")).toEqual([]);
    expect(await calls(watched, "exec.deny")).toEqual([]);
    await press(watched, "s");
    expect(await calls(watched, "exec.approve")).toEqual([{ approvalId: "a1", scope: "session" }]);
  });

  test("WUI-4 (part): keys of one frame with the dialog they open answer no card", async () => {
    await using watched = await asked();
    await watched.page.evaluate(() => {
      for (const key of ["m", "a", "s"]) {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }
    });
    expect(await calls(watched, "exec.approve")).toEqual([]);
  });

  test("WUI-4 (part): a question keeps to the same: focus, chords, dialogs, drawings", async () => {
    if (bench === null) throw new Error("There is no browser.");
    await using watched = await bench.open();
    const { page } = watched;
    await showDemo(page);
    await inPage(page, QUESTION, (window, question) => {
      window.squire.tell({ type: "question.asked", runId: "r9", question });
    });
    await cardSettled(page);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-safest"))).toBe(
      true,
    );
    await pressChord(page, "g", "1");
    await press(watched, "?", "2");
    await page.waitForSelector("dialog[open] .dialog-box");
    await press(watched, "1", "2", "Escape");
    await page.waitForSelector(".dialog-box", { state: "detached" });
    await press(watched, "7", "a");
    expect(await calls(watched, "question.answer")).toEqual([]);
    await inPage(page, null, (window) => {
      window.squire.tell({ type: "title.changed", title: "another name" });
    });
    await page.waitForSelector("h1:text-is('another name')");
    await press(watched, "2");
    expect(await calls(watched, "question.answer")).toMatchObject([
      { questionId: "q1", optionId: "all" },
    ]);
  });

  test("WUI-4 (part): what could hide is shown once escaped, and stands open under a diff", async () => {
    await using watched = await asked();
    const { page } = watched;
    // As the host asks: in characters that can be seen.
    const plain = (label: string, text: string) =>
      ({ label, text: visibleText(text), format: "plain" }) as const;
    const details = [plain("path", "a\u200b.ts"), plain("content", "one\u200b\ntwo")];
    const card = async (request: ApprovalRequest) =>
      page.evaluate(async (shown) => {
        const element = document.createElement("squire-approval");
        Object.assign(element, { request: shown, diffs: ["--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b"] });
        document.body.append(element);
        await Reflect.get(element, "updateComplete");
        const exact = element.querySelector<HTMLDetailsElement>("details.exact");
        return {
          short: element.querySelector(".detail .mono")?.textContent,
          long: exact?.querySelector("pre")?.textContent,
          open: exact?.open,
        };
      }, request);
    expect(await card({ ...PUSH, details })).toEqual({
      short: "a⟨U+200B⟩.ts",
      long: "one⟨U+200B⟩\ntwo",
      open: true,
    });
    const open = [plain("path", "a.ts"), plain("content", "one\ntwo")];
    const seen = await card({ ...PUSH, details: open });
    expect(seen).toEqual({ short: "a.ts", long: "one\ntwo", open: false });
  });
});
