import { afterAll, describe, expect, test } from "bun:test";
import { userSays } from "./testing/events.ts";
import { cardSettled, inPage, openBench, showDemo, type TestBench } from "./testing/test-page.ts";

const bench: TestBench | null = await openBench();
afterAll(async () => bench?.[Symbol.asyncDispose]());

/** Without a browser these say nothing: they are skipped, not passed. */
describe.skipIf(bench === null)("the page in a real browser", () => {
  let page: Awaited<ReturnType<TestBench["open"]>>["page"];
  let watched: Awaited<ReturnType<TestBench["open"]>>;

  async function opened(options: Parameters<TestBench["open"]>[1] = {}, asks = false) {
    if (bench === null) throw new Error("There is no browser.");
    watched = await bench.open("#/s/s1", options);
    ({ page } = watched);
    await showDemo(page, asks);
    return page;
  }

  const calls = (method: string) =>
    inPage(page, method, (window, wanted) =>
      window.squire.calls.filter((call) => call.method === wanted).map(({ params }) => params),
    );

  test("WUI-1: sessions, transcript, composer and panel are there, and nothing goes wrong", async () => {
    await opened();
    expect(await page.locator("squire-sessions .session").count()).toBe(6);
    expect(await page.locator("squire-item.user").count()).toBe(2);
    expect(await page.locator("h1").innerText()).toBe("honour Retry-After");
    await page.keyboard.press("/");
    await page.keyboard.type("now the docs");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    expect(await calls("chat.send")).toEqual([{ sessionKey: "s1", message: "now the docs" }]);
    expect(watched.problems).toEqual([]);
    expect(watched.foreign).toEqual([]);
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-4: an approval shows command, folder, effect and rule; the safest answer has the focus", async () => {
    await opened({}, true);
    const card = await page.locator("squire-approval").innerText();
    for (const words of [
      "git push origin HEAD",
      "/home/ada/acme",
      "uses the network",
      "sandbox: off for this call",
      "risk med",
      "rule ask bash(git push*) in ~/.squire/config.toml:14",
      "bash(git push origin HEAD)",
    ]) {
      expect(card).toContain(words);
    }
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(/^Deny/);
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-4 (part): a says yes once, d says no; neither while somebody writes", async () => {
    await opened({}, true);
    await page.focus("textarea");
    await page.keyboard.type("add docs");
    expect(await calls("exec.approve")).toEqual([]);
    await page.evaluate(() => document.querySelector("textarea")?.blur());
    await cardSettled(page);
    await page.keyboard.press("a");
    expect(await calls("exec.approve")).toEqual([{ approvalId: "a1", scope: "once" }]);
    await page.keyboard.press("d");
    expect(await calls("exec.deny")).toEqual([{ approvalId: "a1" }]);
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-5: tool cards open to their diff, side by side; sources show their quote; the tree goes back", async () => {
    await opened();
    await page.locator("[data-call=c3] .tool-head").click();
    await page.waitForSelector("squire-diff .diff-row.changed");
    const sides = await page
      .locator("squire-diff .diff-row.changed")
      .first()
      .locator(".diff-cell")
      .allInnerTexts();
    expect(sides.map((text) => text.replace(/\s+/g, " "))).toEqual([
      "41 − if (result.ok || count === MOST) return result;",
      "41 + if (result.ok || count === MOST_ATTEMPTS) return result;",
    ]);
    await page.locator("squire-markdown .cite").first().click();
    await page.waitForSelector(".source.current mark");
    expect(await page.locator(".source.current mark").innerText()).toContain(
      "retryAfter(result.response)",
    );
    await inPage(page, null, (window) => {
      const nodes = [
        {
          entryId: "e1",
          parentId: null,
          depth: 0,
          type: "message",
          at: 1,
          text: "user: one",
          label: null,
          active: true,
        },
        {
          entryId: "e2",
          parentId: "e1",
          depth: 0,
          type: "message",
          at: 2,
          text: "assistant: two",
          label: null,
          active: true,
        },
      ];
      window.squire.answers.set("sessions.tree", () => ({ leafId: "e2", nodes }));
      window.squire.answers.set("rewind.preview", () => ({
        what: "both",
        turns: [1],
        files: [{ path: "a.ts", text: "goes back" }],
        conflicts: [],
        obstacles: [],
        later: [],
      }));
    });
    await page.getByRole("tab", { name: "Tree" }).click();
    await page.getByRole("button", { name: "rewind" }).click();
    await page.waitForSelector("dialog[open] .row");
    expect(await page.locator("dialog").innerText()).toContain("goes back");
    await page.keyboard.press("Escape");
    expect(watched.problems).toEqual([]);
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-5 (part): what runs shows its output and progress under the message", async () => {
    await opened();
    const started = userSays("r9", "run it");
    await inPage(page, started, (window, events) => {
      for (const event of events) window.squire.tell(event);
      const call = { runId: "r9", callId: "c9", name: "bash" };
      window.squire.tell({
        type: "tool.started",
        ...call,
        summary: "bash make",
        effect: "execute",
        args: {},
      });
      window.squire.tell({ type: "tool.updated", ...call, message: "compiling 1\ncompiling 2" });
    });
    await page.waitForSelector(".output.live");
    expect(await page.locator(".output.live").innerText()).toContain("compiling 2");
    expect(await page.locator(".activity").innerText()).toContain("working");
    await page.keyboard.press("Escape");
    expect(await calls("chat.abort")).toEqual([{ sessionKey: "s1" }]);
    await watched[Symbol.asyncDispose]();
  });

  test("the mode is chosen with keys alone, and a refusal of trust is shown", async () => {
    await opened();
    await inPage(page, null, (window) => {
      window.squire.answers.set("trust.set", () => {
        throw new Error("From here trust can only be lowered.");
      });
    });
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
    );
    await page.keyboard.press("m");
    await page.waitForSelector("dialog[open] [role=option]");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await calls("mode.set")).toEqual([{ sessionKey: "s1", mode: "research" }]);
    await page.getByRole("button", { name: "trust: review" }).click();
    await page.locator("dialog [role=option]", { hasText: "auto" }).click();
    await page.waitForSelector(".notice");
    expect(await page.locator(".notice").innerText()).toContain("can only be lowered");
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-6: at phone width everything fits and the list is a drawer; dark follows the system", async () => {
    await opened({ viewport: { width: 390, height: 780 }, colorScheme: "dark" }, true);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.locator("squire-panel").count()).toBe(0);
    expect(await page.locator(".side").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Sessions" }).click();
    await page.waitForSelector(".side", { state: "visible" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe("rgb(21, 23, 26)");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Colours: auto" }).click();
    expect(await background()).toBe("rgb(251, 251, 249)");
    await watched[Symbol.asyncDispose]();
  });

  test("WUI-6 (part): a window that becomes narrow keeps the talk in view; the panel comes back with the room", async () => {
    await opened();
    const panel = page.locator("squire-panel");
    await page.getByRole("tab", { name: "Sources" }).click();
    await page.setViewportSize({ width: 900, height: 780 });
    await panel.waitFor({ state: "detached" });
    // Who asks for it gets it, until there is less room again.
    await page.getByRole("button", { name: "Panel", exact: true }).click();
    await panel.waitFor();
    await page.setViewportSize({ width: 390, height: 780 });
    await panel.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sessions" }).click();
    await page.waitForSelector(".with-drawer");
    await page.setViewportSize({ width: 1280, height: 800 });
    await panel.waitFor();
    expect(await page.locator(".with-drawer").count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 780 });
    await panel.waitFor({ state: "detached" });
    expect(await page.locator(".side").isVisible()).toBe(false);
    await watched[Symbol.asyncDispose]();
  });

  test("a line that breaks is told, and the token of a wrong one is asked for again", async () => {
    await opened();
    await inPage(page, null, (window) => window.squire.setLink({ type: "reconnecting" }));
    await page.waitForSelector("text=reconnecting");
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await inPage(page, null, (window) =>
      window.squire.setLink({ type: "refused", message: "The token was changed." }),
    );
    await page.waitForSelector("#token");
    expect(await page.locator("squire-connect").innerText()).toContain("The token was changed.");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await watched[Symbol.asyncDispose]();
  });

  test("who signs out leaves no token, and nothing of the talk in the page", async () => {
    await opened();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(1);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForSelector("#token");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(await page.title()).toBe("Squire");
    expect(await page.locator("squire-item, .session").count()).toBe(0);
    await watched[Symbol.asyncDispose]();
  });

  test("every button, field and list has a name", async () => {
    await opened({}, true);
    const nameless = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "button, input, textarea, [role=listbox], [role=tree], [role=img], dialog, nav, aside",
        ),
      ]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const named =
            element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby") ?? "";
          const label =
            element.id === "" ? null : document.querySelector(`label[for=${element.id}]`);
          return named === "" && label === null && (element.textContent ?? "").trim() === "";
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(nameless).toEqual([]);
    await watched[Symbol.asyncDispose]();
  });
});
