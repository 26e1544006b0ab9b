import chromium from "@sparticuz/chromium";
import type { Citation, Report } from "@squire/protocol";
import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import type { Bundle } from "../../verify/bundle.ts";
import { readHtmlReport } from "../../verify/read-html.ts";
import { renderHtml } from "./render-html.ts";

const HOSTILE = [
  '<script>window.hacked = 1; fetch("https://evil.test/")</script>',
  '<img src="https://evil.test/x.png" onerror="window.hacked = 2">',
  "[click](javascript:window.hacked=3) ![pic](https://evil.test/y.png)",
  '"><svg onload="window.hacked = 4"><style>@import "https://evil.test/z.css"</style>',
  "<iframe src=https://evil.test></iframe> <a href='javascript:window.hacked=5'>x</a>",
  "</style></title></main><script>window.hacked = 6</script>",
];

const citation = (n: number, over: Partial<Citation> = {}): Citation => ({
  n,
  quote: `The lighthouse was lit on 4 May 1871. ${HOSTILE[0]}`,
  source: n === 2 ? "javascript:window.hacked=7" : 'https://lights.test/kesel?a=1&b="><script>',
  title: `Lights ${HOSTILE[1]}`,
  start: 0,
  end: 10,
  status: "verified",
  claim: HOSTILE[3] ?? "",
  sha256: "a".repeat(64),
  fetchedAt: 1_800_000_000_000,
  ...over,
});

const REPORT: Report = {
  question: `When was it lit? ${HOSTILE[5]}`,
  answer: "It was lit on **4 May 1871** [1].",
  body: `It was lit on **4 May 1871** [1].\n\n## More [2]\n\n${HOSTILE.join("\n\n")}\n\n| a | b |\n|---|---|\n| ${HOSTILE[2]} | [1] (⚠ not in the quote: “3”) |\n\n\`\`\`html\n${HOSTILE[0]}\n\`\`\``,
  claims: [{ text: HOSTILE[0] ?? "", cites: [1, 2], unbacked: [], independent: 2 }],
  citations: [citation(1), citation(2, { status: "missing" })],
  conflicts: [{ one: HOSTILE[1] ?? "", other: HOSTILE[3] ?? "" }],
  removed: [{ text: HOSTILE[0] ?? "", why: HOSTILE[5] ?? "" }],
  partial: HOSTILE[4] ?? "",
  searches: 3,
};

const BUNDLE: Bundle = {
  format: "squire.report",
  version: 1,
  createdAt: "2027-01-02T03:04:05.000Z",
  sessionId: null,
  report: REPORT,
  sources: [],
};

async function openIn(html: string) {
  const folder = await mkdtemp(join(tmpdir(), "squire-page-"));
  const file = join(folder, "report.html");
  await writeFile(file, html);
  const executablePath = await chromium.executablePath();
  const browser = await browsers.launch({ args: chromium.args, executablePath, headless: true });
  try {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`file://${file}`);
    const seen = await page.evaluate(() => ({
      hacked: Reflect.get(window, "hacked") as unknown,
      scripts: document.scripts.length,
      frames: document.querySelectorAll("iframe, object, embed, img, svg, form").length,
      links: [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
      handlers: [...document.querySelectorAll("*")].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith("on")),
      ),
      wide: document.documentElement.scrollWidth > window.innerWidth,
    }));
    const hidden = await page.locator(".pop").first().isVisible();
    await page.locator(".cite").first().hover();
    await page.locator(".pop").first().waitFor({ state: "visible" });
    return { ...seen, hidden, asked: asked.filter((url) => !url.startsWith("file:")) };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

test("EXP-3: a page does nothing in a browser, whatever the report says, and shows evidence when pointed at", async () => {
  const seen = await openIn(renderHtml(BUNDLE));
  expect(seen).toMatchObject({
    scripts: 0,
    frames: 0,
    handlers: [],
    asked: [],
    wide: false,
    hidden: false,
  });
  expect(seen.hacked).toBeUndefined();
  for (const href of seen.links) expect(href).toMatch(/^(?:https?:|#s\d+$)/);
});

test("EXP-3: a planted page with its escapes and policy gone is caught by the same look", async () => {
  const weak = renderHtml(BUNDLE)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');
  const seen = await openIn(weak);
  expect(seen.hacked).toBeDefined();
  expect(seen.scripts).toBeGreaterThan(0);
});

test("EXP-6: the same report, the same bytes, also after the page was read back", () => {
  const page = renderHtml(BUNDLE);
  const read = readHtmlReport(page);
  expect(read?.report).toEqual(REPORT);
  expect(read === null ? "" : renderHtml(read)).toBe(page);
});
