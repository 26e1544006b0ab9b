import { afterAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startGateway } from "@squire/gateway";
import { apiRig, reader } from "@squire/host/testing";
import { bundlePage } from "@squire/platform";
import { call, quietPort, reply, say } from "@squire/testkit";
import { openBrowser, watchPage } from "@squire/testkit/browser";
import { webPage } from "@squire/web";
import { webFiles } from "./web-files.ts";

type Rig = Awaited<ReturnType<typeof apiRig>>;

/** The page as it would be if its schema library tried to make code out of text. */
async function triesCode(): ReturnType<typeof webFiles> {
  const page = fileURLToPath(webPage());
  const main = await readFile(new URL("../main.ts", webPage()), "utf8");
  const instead = { "web/src/main.ts": main.replaceAll("jitless: true", "jitless: false") };
  return bundlePage({ page, instead });
}

const browser = await openBrowser();
afterAll(() => browser?.close());

type Serving = { readonly files?: typeof webFiles; readonly port?: number };

async function pageOn(rig: Rig, sessionKey?: string, { files = webFiles, port = 0 }: Serving = {}) {
  const { api, home } = rig;
  const tokenFile = home.path("home/gateway.token");
  const gateway = await startGateway({
    api,
    host: "127.0.0.1",
    port,
    tokenFile,
    files,
  });
  if (browser === null) throw new Error("There is no browser.");
  const watched = await watchPage(browser, gateway.pageUrl(sessionKey));
  return { gateway, ...watched };
}

describe.skipIf(browser === null)("the web face on a real gateway, in a real browser", () => {
  test("WUI-7 (part): the gateway serves the page; a code opens it once and leaves no trace", async () => {
    await using rig = await apiRig([say("**Hello** there.")]);
    const { page, gateway, foreign, problems } = await pageOn(rig);
    await page.waitForSelector("squire-composer");
    expect(page.url()).toBe(`${gateway.url}/#/`);
    await page.waitForFunction(() => sessionStorage.length > 0);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(["squire.token"]);
    expect(
      await page.evaluate(() => Object.keys(localStorage).length + document.cookie.length),
    ).toBe(0);
    await page.keyboard.press("/");
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await page.waitForSelector("squire-item.turn");
    expect(await page.locator("squire-item.text strong").innerText()).toBe("Hello");
    expect(page.url()).toMatch(/#\/s\/[\w-]+$/);
    // What began just now is in the list as well.
    await page.waitForSelector(".session.current");
    await page.reload();
    await page.waitForSelector("squire-item.text strong");
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
    await gateway.close();
  });

  test("walk-through 4 (part): a question of a session is answered in the browser, and all faces are told", async () => {
    const script = [
      reply(say("I write it."), call("write", { path: "a.txt", content: "x\n" })),
      say("Done."),
    ];
    await using rig = await apiRig(script);
    const sessionKey = await rig.session();
    const terminal = reader(rig.client.events(sessionKey));
    const { page, gateway } = await pageOn(rig, sessionKey);
    await page.waitForSelector("squire-composer");
    await rig.client.call("chat.send", { sessionKey, message: "write it" });
    await page.waitForSelector("squire-approval");
    expect(await page.locator("squire-approval").innerText()).toContain("a.txt");
    while ((await page.locator("squire-approval").count()) > 0) await page.keyboard.press("a");
    const { answer } = await terminal.next("approval.answered");
    expect(answer).toMatchObject({ verdict: "approve", scope: "once" });
    expect(answer.by).toContain("web");
    await terminal.next("turn.finished");
    await page.waitForSelector("squire-item.turn");
    expect(await rig.home.read("work/a.txt")).toBe("x\n");
    await page.locator("squire-item.tool .tool-head").click();
    await page.waitForSelector("squire-diff .diff-cell.added");
    await page.getByRole("button", { name: "why was it allowed?" }).click();
    await page.waitForSelector("dialog .trail");
    expect(await page.locator("dialog").innerText()).toContain("Answered approve, once by");
    await terminal.close();
    await gateway.close();
  });

  test("WUI-4 (part): an edit is asked about with its diff; what exactly runs is below it, open where a diff may hide something", async () => {
    const edit = (replace: string) =>
      call("multi_edit", { path: "a.ts", edits: [{ search: "one", replace }] });
    await using rig = await apiRig([edit("two"), edit("t\u200Bwo"), say("Done.")], {
      "a.ts": "const one = 1;\n",
    });
    const sessionKey = await rig.session();
    const { page, gateway, problems } = await pageOn(rig, sessionKey);
    await page.waitForSelector("squire-composer");
    await rig.client.call("chat.send", { sessionKey, message: "change it" });
    const card = page.locator("squire-approval");
    await card.locator(".diff-cell.added").waitFor();
    expect(await page.locator("squire-diff").count()).toBe(1);
    expect(await card.innerText()).toContain("edit a.ts (1 place)");
    const exact = card.locator("details pre");
    expect(await exact.isVisible()).toBe(false);
    await card.locator("summary").click();
    expect(await exact.innerText()).toContain('"replace": "two"');
    await card.locator("summary").click();
    await card.locator("[data-safest]").click();
    await page.waitForFunction(() =>
      document.querySelector("squire-approval")?.textContent?.includes("U+200B"),
    );
    expect(await exact.isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await gateway.close();
  });

  test("WUI-3 (part): nothing is said in the console, and a page that tries to make code is found out", async () => {
    await using rig = await apiRig([]);
    const sessionKey = await rig.session();
    const walk = async (files: typeof webFiles): Promise<readonly string[]> => {
      const { page, gateway, problems } = await pageOn(rig, sessionKey, { files });
      await page.waitForSelector("squire-composer");
      await page.getByRole("button", { name: "Usage" }).click();
      await page.waitForSelector("squire-usage h2");
      await page.getByRole("button", { name: "Settings" }).click();
      await page.waitForSelector("squire-settings h2");
      // First the page: it would complain of a gateway that is gone.
      await page.close();
      await gateway.close();
      return problems;
    };
    expect(await walk(webFiles)).toEqual([]);
    expect((await walk(triesCode)).join()).toContain("TrustedScript");
  });

  test("trust is only lowered from here: the refusal is shown with what to do", async () => {
    await using rig = await apiRig([]);
    const sessionKey = await rig.session();
    const { page, gateway } = await pageOn(rig, sessionKey);
    await page.getByRole("button", { name: "trust: review" }).click();
    await page.locator("dialog [role=option]", { hasText: "auto" }).click();
    await page.waitForSelector(".notice");
    expect(await page.locator(".notice").innerText()).toMatch(/terminal/i);
    await gateway.close();
  });

  test("WUI-2: a page whose gateway goes away comes back by itself and has missed nothing", async () => {
    await using rig = await apiRig([say("While you were away.")]);
    const sessionKey = await rig.session();
    const port = await quietPort();
    const { page, gateway } = await pageOn(rig, sessionKey, { port });
    await page.waitForSelector("squire-composer");
    await gateway.close();
    await page.waitForSelector("text=reconnecting");
    const terminal = reader(rig.client.events(sessionKey));
    await rig.client.call("chat.send", { sessionKey, message: "go" });
    await terminal.next("turn.finished");
    const { api, home } = rig;
    const tokenFile = home.path("home/gateway.token");
    const again = await startGateway({
      api,
      host: "127.0.0.1",
      port,
      tokenFile,
      files: webFiles,
    });
    await page.waitForSelector("squire-item.turn");
    expect(await page.locator("squire-item.text").allInnerTexts()).toEqual([
      "While you were away.",
    ]);
    expect(await page.locator("squire-item.user").count()).toBe(1);
    await terminal.close();
    await again.close();
  });

  test("S2: whatever the address says, the page talks to its own host alone, and no token is in it", async () => {
    await using rig = await apiRig([]);
    const { gateway } = await pageOn(rig);
    for (const trap of [
      "?gatewayUrl=ws://evil.example/#code=x",
      "?gateway=https://evil.example&token=t#gateway=evil.example",
      "#token=wrong&url=wss://evil.example/ws",
      "#code=wrong&session=../../evil",
      "#//evil.example/",
    ]) {
      if (browser === null) throw new Error("There is no browser.");
      await using trapped = await watchPage(browser, `${gateway.url}/${trap}`);
      await trapped.page.waitForSelector("#token");
      expect(trapped.foreign).toEqual([]);
      expect(new URL(trapped.page.url()).hash).not.toMatch(/token|code/);
    }
    await gateway.close();
  });
});
