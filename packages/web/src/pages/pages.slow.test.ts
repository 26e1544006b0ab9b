import { afterAll, describe, expect, test } from "bun:test";
import { inPage, openBench, pressChord, showDemo } from "../testing/test-page.ts";

const bench = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

async function demo() {
  if (bench === null) throw new Error("There is no browser.");
  const watched = await bench.open();
  await showDemo(watched.page);
  await watched.page.evaluate(() => document.querySelector<HTMLElement>(".scroll")?.focus());
  return watched;
}

describe.skipIf(bench === null)("what is loaded when it is looked at, in a real browser", () => {
  test("WUI-5 (part): usage has its charts, and each a table with the same figures", async () => {
    await using watched = await demo();
    const { page } = watched;
    await inPage(page, new Date().toISOString().slice(0, 10), (window, today) => {
      const row = {
        requests: 2,
        input: 100,
        output: 10,
        cacheRead: 80,
        cacheWrite: 0,
        costUsd: 0.5,
      };
      window.squire.answers.set("usage.get", ({ by }) => ({
        total: row,
        rows:
          by === "session"
            ? ["s1", "gone", "nameless"].map((key) => ({ ...row, key }))
            : [{ ...row, key: by === "day_model" ? `${today} p/m` : "p/m" }],
      }));
      const listed = window.squire.answers.get("sessions.list");
      window.squire.answers.set("sessions.list", (params) => {
        const { sessions } = Object(listed?.(params));
        const [first] = sessions;
        const nameless = { ...first, id: "nameless", title: null };
        return { sessions: [...sessions, nameless], total: sessions.length + 1 };
      });
      const usage = {
        input: 100,
        cacheRead: 80,
        output: 10,
        cacheWrite: null,
        reasoning: null,
        total: null,
      };
      const said = { role: "user", content: [{ type: "text", text: "a" }] };
      const spent = {
        type: "usage.reported",
        runId: "r",
        kind: "turn",
        model: "p/m",
        usage,
        costUsd: 0.5,
      };
      const events = [
        { type: "message.added", entryId: "u", runId: "r", message: said, status: "complete" },
        spent,
        { type: "prefix.changed", cause: "tools", tokensLost: 1500 },
        spent,
      ].map((event, at) => ({ at, event }));
      window.squire.answers.set("chat.replay", () => ({ events, earlier: null }));
    });
    await pressChord(page, "g", "u");
    await page.locator("squire-chart canvas").nth(3).waitFor();
    expect(await page.locator("squire-chart canvas").count()).toBe(4);
    for (const summary of await page.locator(".chart-table summary").all()) await summary.click();
    const tables = await page.locator(".chart-table table").allInnerTexts();
    expect(tables).toHaveLength(4);
    expect(tables[0]).toContain("$0.500");
    expect(tables[3]).toContain("tools −1.5k");
    const [, sessions] = await page.locator(".figures").all();
    expect(await sessions?.locator("tbody th").allInnerTexts()).toEqual([
      "honour Retry-After",
      "gone",
      "nameless",
    ]);
    expect(watched.problems).toEqual([]);
    expect(watched.foreign).toEqual([]);
  });

  test("a setting that a page may not change says so where it was tried", async () => {
    await using watched = await demo();
    const { page } = watched;
    await inPage(page, null, (window) => {
      const setting = {
        key: "sandbox.bash",
        value: "enforce",
        origin: "defaults",
        description: "The sandbox.",
      };
      window.squire.answers.set("settings.get", () => ({ settings: [setting] }));
      window.squire.answers.set("keys.list", () => ({ keys: [] }));
      window.squire.answers.set("doctor.run", () => ({ checks: [] }));
      window.squire.answers.set("settings.set", () => {
        throw new Error("Do it at the terminal that runs the host.");
      });
    });
    await pressChord(page, "g", ",");
    await page.getByRole("button", { name: "change" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForSelector(".setting .failure");
    expect(await page.locator(".setting .failure").innerText()).toContain("at the terminal");
  });

  test("a stored page is words, a picture is a picture, and a PDF is only saved", async () => {
    await using watched = await demo();
    const { page } = watched;
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await inPage(page, pixel, (window, png) => {
      const base = { tool: "web_fetch", sha256: "0".repeat(64), createdAt: 1, nextOffset: null };
      const files: Readonly<Record<string, object>> = {
        html: {
          contentType: "text/html",
          encoding: "utf8",
          data: "<script>alert(1)</script><b>x</b>",
          size: 33,
        },
        png: { contentType: "image/png", encoding: "base64", data: png, size: 70 },
        pdf: { contentType: "application/pdf", encoding: "base64", data: "JVBERg==", size: 4 },
      };
      window.squire.answers.set("artifacts.get", ({ artifactId }) => {
        const name = String(artifactId);
        return { artifactId: name, ...base, ...files[name] };
      });
    });
    const show = async (artifactId: string): Promise<void> => {
      await page.evaluate((id) => {
        const detail = { type: "artifact", artifactId: id };
        document
          .querySelector("squire-transcript")
          ?.dispatchEvent(new CustomEvent("squire-intent", { detail, bubbles: true }));
      }, artifactId);
      await page.waitForSelector("dialog.artifact[open]");
    };
    const close = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await page.waitForSelector(".dialog-box", { state: "detached" });
    };
    await show("html");
    await page.waitForSelector("dialog pre");
    expect(await page.locator("dialog pre").innerText()).toBe("<script>alert(1)</script><b>x</b>");
    await close();
    await show("png");
    await page.waitForSelector("dialog img[src^='blob:']");
    await close();
    await show("pdf");
    await page.getByRole("button", { name: "Prepare the file" }).click();
    const link = page.locator("dialog a[download]");
    expect(await link.getAttribute("download")).toBe("pdf.pdf");
    expect(await page.locator("dialog img, dialog iframe, dialog embed").count()).toBe(0);
    expect(watched.problems).toEqual([]);
  });

  test("the buttons of the browser go back and forward again", async () => {
    await using watched = await demo();
    const { page } = watched;
    await inPage(page, null, (window) => {
      for (const method of ["settings.get", "usage.get", "keys.list", "doctor.run"]) {
        window.squire.answers.set(method, () => {
          throw new Error("Not now.");
        });
      }
    });
    await pressChord(page, "g", "u");
    await page.waitForSelector("squire-usage");
    await pressChord(page, "g", ",");
    await page.waitForSelector("squire-settings");
    await page.goBack();
    await page.waitForSelector("squire-usage");
    await page.goBack();
    await page.waitForSelector("squire-transcript");
    await page.goForward();
    await page.waitForSelector("squire-usage");
    await page.goForward();
    await page.waitForSelector("squire-settings");
    expect(new URL(page.url()).hash).toBe("#/settings");
  });
});
