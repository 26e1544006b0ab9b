import { afterAll, describe, expect, test } from "bun:test";
import { inPage, openBench } from "../testing/test-page.ts";

const bench = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

/** Turns the reading order around; with one backtick, so that none of it is code. */
const TURNED = "a\u202etxt.exe ` b";

/** Every text and every attribute of the page that would still turn it around. */
function findTurned(): readonly string[] {
  const found: string[] = [];
  if (document.title.includes("\u202e")) found.push("the title");
  for (const element of document.querySelectorAll("squire-app *")) {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3);
    const values = [...element.attributes].map(({ value }) => value);
    const all = [...words.map((node) => node.textContent ?? ""), ...values];
    if (all.some((text) => text.includes("\u202e"))) found.push(element.outerHTML.slice(0, 120));
  }
  return found;
}

describe.skipIf(bench === null)("words of strangers around the talk, in a real browser", () => {
  test("no mark that turns the reading order around reaches the page", async () => {
    if (bench === null) throw new Error("There is no browser.");
    await using watched = await bench.open("#/");
    const { page } = watched;
    await inPage(page, TURNED, (window, text) => {
      const { answers, state } = window.squire;
      const setup = answers.get("setup.get");
      answers.set("setup.get", () => ({
        ...Object(setup?.({})),
        cwd: text,
        model: text,
        notes: [text],
      }));
      const command = { name: "odd", aliases: [], args: text, description: text, where: "host" };
      answers.set("commands.list", () => ({ commands: [command] }));
      const job = { jobId: "j1", command: text, running: true };
      answers.set("jobs.output", () => ({ job, text }));
      window.squire.state = { ...state, title: text, model: text, jobs: [job] };
      window.begin();
    });
    await page.waitForSelector(".welcome .caution");
    await page.keyboard.press("/");
    await page.keyboard.type("/o");
    await page.waitForSelector(".suggestions li");
    expect(await page.evaluate(findTurned)).toEqual([]);
    await page.locator(".session-open").click();
    await page.locator("squire-panel button.mono").click();
    await page.waitForSelector("dialog[open] .dialog-text");
    await page.waitForFunction(() => document.title.includes("exe"));
    expect(await page.locator("dialog h2").innerText()).toContain("exe");
    expect(await page.evaluate(findTurned)).toEqual([]);
  });
});
