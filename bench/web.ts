import { startGateway } from "@squire/gateway";
import { apiRig } from "@squire/host/testing";
import { bundlePage } from "@squire/platform";
import { say } from "@squire/testkit";
import { openBrowser, type WatchedPage } from "@squire/testkit/browser";
import { webPage } from "@squire/web";
import { inPage, modelSays, openBench, turnEnds, userSays } from "@squire/web/testing";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { median } from "./measure.ts";

export type WebRow = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: string;
};

const TURNS = 5_000;
const DELTAS = 20_000;
type Page = WatchedPage["page"];

/** The browser face in a real Chromium; no rows where none can run. */
export async function measureWeb(runs: number): Promise<readonly WebRow[]> {
  return [...(await measurePaint(runs)), ...(await measureLong()), ...(await measureStreams())];
}

/** From the wish to the first session on the screen, on a real gateway. */
async function measurePaint(runs: number): Promise<readonly WebRow[]> {
  const browser = await openBrowser();
  if (browser === null) return [];
  const files = await bundlePage({ page: fileURLToPath(webPage()) });
  await using rig = await apiRig([say("Hello **there**.")]);
  const { sessionKey } = await rig.client.call("sessions.create", {});
  await rig.client.call("chat.send", { sessionKey, message: "hello" });
  const tokenFile = rig.home.path("home/gateway.token");
  const served = { api: rig.api, host: "127.0.0.1", port: 0, tokenFile };
  const gateway = await startGateway({ ...served, files: () => Promise.resolve(files) });
  const shown: { shell: number; session: number; work: number }[] = [];
  for (let run = 0; run <= runs; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const work = await workMeter(page);
    await page.goto(gateway.pageUrl(sessionKey));
    await page.waitForSelector("squire-item");
    const [shell, session] = await page.evaluate(paintTimes);
    // The first run only warms up.
    if (run > 0) shown.push({ shell, session, work: await work() });
    await context.close();
  }
  await gateway.close();
  await browser.close();
  return [
    { what: "load, gzipped", value: firstLoad(files), unit: "KB", limit: "≤ 200 KB" },
    { what: "first paint", value: median(shown.map(({ shell }) => shell)), unit: "ms", limit: "" },
    {
      what: "session on the screen",
      value: median(shown.map(({ session }) => session)),
      unit: "ms",
      limit: "≤ 300 ms",
    },
    {
      what: "work of the page until then",
      value: median(shown.map(({ work }) => work)),
      unit: "ms",
      limit: "",
    },
  ];
}

/** Time of the processor that the page has used so far: load from elsewhere does not change it. */
async function workMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
}

// Runs in the page.
function paintTimes(): readonly [number, number] {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
  const shown = performance.getEntriesByName("squire-session")[0]?.startTime ?? Number.NaN;
  return [paint, shown];
}

function firstLoad(files: Awaited<ReturnType<typeof bundlePage>>): number {
  const first = [...files].filter(([name]) =>
    /^(?:index\.html|assets\/(?:index|socket-client)-)/.test(name),
  );
  return first.reduce((sum, [, { bytes }]) => sum + gzipSync(bytes).length, 0) / 1024;
}

/** A session of 10,000 messages: shown, and scrolled through. */
async function measureLong(): Promise<readonly WebRow[]> {
  await using bench = await openBench();
  if (bench === null) return [];
  await using watched = await bench.open();
  const { page } = watched;
  const words = "A sentence of a usual length, with `code` and a **word**. ".repeat(4);
  const events = Array.from({ length: TURNS }, (_, at) => [
    ...userSays(`r${at}`, `Question ${at}`),
    modelSays(`r${at}`, "a", `${words}\n\n- one\n- two ${at}\n`),
    turnEnds(`r${at}`),
  ]).flat();
  await inPage(page, events, (window, all) => {
    window.squire.kept = all.map((event, at) => ({ at, event }));
  });
  const openMs = await inPage(page, null, async (window) => {
    const startedAt = performance.now();
    window.begin();
    while (document.querySelector("squire-item") === null) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - startedAt;
  });
  const gap = await inPage(page, null, scrollThrough);
  const rows = await page.locator("squire-item").count();
  return [
    { what: "10,000 messages, opened", value: openMs, unit: "ms", limit: "" },
    { what: "rows in the page", value: rows, unit: "", limit: "" },
    { what: "longest frame while scrolling", value: gap, unit: "ms", limit: "≤ 100 ms" },
  ];
}

// Runs in the page: 300 frames upwards, a screen every third one.
async function scrollThrough(): Promise<number> {
  const scroller = document.querySelector(".scroll");
  if (scroller === null) return Number.NaN;
  let [longest, last] = [0, performance.now()];
  for (let frame = 0; frame < 300; frame++) {
    scroller.scrollTop -= 250;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}

type Streamed = { readonly longest: number; readonly frames: number };

const STREAMS = {
  prose: "Some words of **an answer** that goes on, ",
  lines: "- an item of `a list` with words\n",
  code: "const value = compute(1, 2); // one line\n",
} as const;

/** 20,000 deltas as they come over a socket: many in each message, some messages in a frame. */
async function measureStreams(): Promise<readonly WebRow[]> {
  await using bench = await openBench();
  if (bench === null) return [];
  const rows: WebRow[] = [];
  for (const [name, unit] of Object.entries(STREAMS)) {
    await using watched = await bench.open();
    const work = await workMeter(watched.page);
    const before = await work();
    const { longest, frames } = await streamGap(watched.page, name, unit);
    const each = ((await work()) - before) / frames;
    const what = `${DELTAS.toLocaleString("en")} deltas of ${name}`;
    rows.push({ what: `${what}, longest frame`, value: longest, unit: "ms", limit: "≤ 200 ms" });
    rows.push({ what: "  work a frame", value: each, unit: "ms", limit: "≤ 16 ms" });
  }
  return rows;
}

async function streamGap(page: Page, name: string, unit: string): Promise<Streamed> {
  await inPage(page, userSays("r1", "go on"), (window, events) => {
    window.squire.kept = events.map((event, at) => ({ at, event }));
    window.squire.state = { ...window.squire.state, runId: "r1", running: true };
    window.begin();
  });
  await page.waitForSelector("squire-item");
  // Ten characters a delta; a blank line now and then ends a paragraph.
  const head = name === "code" ? "```ts\n" : "";
  const text = head + (name === "prose" ? `${unit.repeat(12)}\n\n` : unit).repeat(8_000);
  const given = { text: text.slice(0, DELTAS * 10), deltas: DELTAS };
  return inPage(page, given, async (window, stream) => {
    let [longest, last, at, frames] = [0, performance.now(), 0, 0];
    while (at < stream.deltas) {
      for (let piece = 0; piece < 40; piece++, at++) {
        const part = stream.text.slice(at * 10, at * 10 + 10);
        window.squire.tell({ type: "text.delta", runId: "r1", block: 0, text: part });
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      frames += 1;
    }
    return { longest, frames };
  });
}

export function webTable(rows: readonly WebRow[]): string {
  if (rows.length === 0) return "No browser runs here.";
  return rows
    .map(
      ({ what, value, unit, limit }) =>
        `${what.padEnd(40)}${`${value.toFixed(unit === "" ? 0 : 1)} ${unit}`.padStart(12)}   ${limit}`,
    )
    .join("\n");
}
