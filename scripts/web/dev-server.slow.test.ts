import { afterAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startGateway } from "../../packages/gateway/src/index.ts";
import { apiRig } from "../../packages/host/src/api/testing/api-rig.ts";
import { say } from "../../packages/testkit/src/index.ts";
import { openBrowser, watchPage } from "../../packages/testkit/src/testing/browser.ts";
import { webPage } from "../../packages/web/src/index.ts";
import { startDevServer } from "./dev-server.ts";

const browser = await openBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)("the development server", () => {
  test("WUI-7: it serves the face from source, and its socket is the gateway's", async () => {
    if (browser === null) throw new Error("There is no browser.");
    await using rig = await apiRig([say("From the gateway.")]);
    const tokenFile = rig.home.path("home/gateway.token");
    const gateway = await startGateway({ api: rig.api, host: "127.0.0.1", port: 0, tokenFile });
    const page = fileURLToPath(webPage());
    const server = startDevServer({ gateway: gateway.url, page, port: 0 });
    await using watched = await watchPage(browser, `${server.url}/`);
    await watched.page.fill("#token", (await readFile(tokenFile, "utf8")).trim());
    await watched.page.keyboard.press("Enter");
    await watched.page.waitForSelector("squire-composer");
    await watched.page.keyboard.press("/");
    await watched.page.keyboard.type("hello");
    await watched.page.keyboard.press("Enter");
    await watched.page.waitForSelector("squire-item.turn");
    expect(await watched.page.locator("squire-item.text").innerText()).toBe("From the gateway.");
    expect(watched.foreign).toEqual([]);
    await server.stop();
    await gateway.close();
  });

  test("WUI-7 (part): no page from elsewhere gets to the gateway through it", async () => {
    const page = fileURLToPath(webPage());
    const server = startDevServer({ gateway: "http://127.0.0.1:9", page, port: 0 });
    const headers = { upgrade: "websocket", connection: "upgrade", origin: "https://evil.example" };
    const refused = await fetch(`${server.url}/ws`, { headers });
    expect(refused.status).toBe(403);
    await server.stop();
  });
});
