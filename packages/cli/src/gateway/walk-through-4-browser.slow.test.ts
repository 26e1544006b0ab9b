import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { connectWebSocket } from "@squire/client";
import { call, say } from "@squire/testkit";
import { openBrowser, watchPage } from "@squire/testkit/browser";
import { facePlace, hasTerminals } from "../face/testing/face-terminal.ts";

const IDLE = "What shall we build?";

const browser = hasTerminals ? await openBrowser() : null;
afterAll(() => browser?.close());

describe.skipIf(browser === null)("walk-through 4 with a real browser", () => {
  test("GW-9 (part): a terminal, a browser and a program on one session; the browser answers by key", async () => {
    if (browser === null) throw new Error("There is no browser.");
    const script = [
      say("Hi."),
      call("write", { path: "b.txt", content: "from the browser\n" }),
      say("Written."),
    ];
    await using place = await facePlace(script, { config: "gateway = { port = 0 }" });
    const face = place.start({ columns: 180, rows: 40 });
    await face.until("mock/m");
    face.enter("hello");
    await face.until("Hi.");
    await face.until(IDLE);
    face.enter("/web");
    const shown = await face.until(/Open this in a browser, once: \S+/);
    const address = /once: (\S+)/.exec(shown)?.[1] ?? "";
    await using watched = await watchPage(browser, address);
    const { page } = watched;
    await page.waitForSelector("squire-item.text");
    expect(await page.locator("squire-item.text").innerText()).toBe("Hi.");
    const { host } = new URL(address);
    const token = readFileSync(place.path("home/gateway.token"), "utf8").trim();
    const program = await connectWebSocket({
      url: `ws://${host}/ws`,
      auth: { token },
      face: "sdk",
    });
    const sessionKey = /#\/s\/([\w-]+)$/.exec(page.url())?.[1] ?? "";
    const heard = (async () => {
      for await (const { event } of program.events(sessionKey)) {
        if (event.type === "approval.answered") return event.answer;
      }
      return null;
    })();
    face.enter("write b.txt");
    await face.until("path: b.txt");
    await page.waitForSelector("squire-approval");
    expect(await page.locator("squire-approval").innerText()).toContain("b.txt");
    while ((await page.locator("squire-approval").count()) > 0) await page.keyboard.press("a");
    await face.until("Written.");
    await page.waitForFunction(() => document.body.innerText.includes("Written."));
    expect(await heard).toMatchObject({ verdict: "approve", scope: "once" });
    expect(place.work("b.txt")).toBe("from the browser\n");
    // Who it was is on record.
    expect(JSON.stringify(place.entries())).toMatch(/"by":"web-/);
    expect(watched.problems).toEqual([]);
    expect(watched.foreign).toEqual([]);
    await program.close();
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
    expect(readFileSync(place.path("home/audit.jsonl"), "utf8")).toMatch(/"by":"web-/);
  });
});
