import { fileURLToPath } from "node:url";
import type { KeptEvent, SessionSummary } from "@squire/protocol";
import { openBrowser, servePage, watchPage } from "@squire/testkit/browser";
import type { WatchedPage } from "@squire/testkit/browser";
import { callEnds, callStarts, modelSays, userSays } from "./events.ts";
import { findAlive, showInPage } from "./find-alive.ts";
import { freshState } from "./states.ts";
import { inPage, TEST_PAGE } from "./test-page.ts";

const UNGUARDED_PAGE = fileURLToPath(new URL("./page/unguarded.html", import.meta.url));

/**
 * The twin that believes HTML: what it lets through has to be seen. It takes the one name under which
 * the page lets HTML be made at all.
 */
const CREDULOUS = `export function sanitised(html) {
  window.credulous ??= window.trustedTypes?.createPolicy("dompurify", { createHTML: (text) => text });
  const holder = document.createElement("div");
  holder.innerHTML = window.credulous.createHTML(html);
  const nodes = document.createDocumentFragment();
  nodes.append(...holder.childNodes);
  return nodes;
}`;

export type InertBench = AsyncDisposable & {
  /** Shows each text in every place where text of strangers stands; gives what came alive. */
  show(texts: readonly string[]): Promise<readonly string[]>;
  /** What has come alive by now: some of it needs an answer of the network first. */
  look(): Promise<readonly string[]>;
};

export type Guard =
  | "as it is"
  /** HTML is believed, and only the policy of the page stands against it. */
  | "without sanitiser"
  | "without anything";

/** All rows of a batch are drawn at once. */
const HEIGHT = 40_000;

/** The page with a watch on everything that could run or ask. Null where no browser can run. */
export async function openInertBench(guard: Guard): Promise<InertBench | null> {
  const browser = await openBrowser();
  if (browser === null) return null;
  const instead = guard === "as it is" ? {} : { "text/sanitise.ts": CREDULOUS };
  const page = guard === "without anything" ? UNGUARDED_PAGE : TEST_PAGE;
  const served = await servePage({ page, instead });
  const file = guard === "without anything" ? "unguarded.html" : "";
  const viewport = { width: 1280, height: HEIGHT };
  const watched = await watchPage(browser, `${served.url}${file}#/s/s1`, { viewport });
  await prepare(watched);
  let before = 0;
  const look = () => lookForLife(watched, before);
  return {
    show: async (texts) => {
      before = watched.foreign.length;
      await showTexts(watched, texts);
      return look();
    },
    look,
    async [Symbol.asyncDispose]() {
      await watched[Symbol.asyncDispose]();
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}

async function prepare({ page }: WatchedPage): Promise<void> {
  await inPage(page, freshState(), (window, state) => {
    const hits: string[] = [];
    Object.assign(window, { hits });
    for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
      Object.assign(window, { [name]: () => hits.push(`${name} ran`) });
    }
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample }) => {
        // Stopped in the sanitiser's own document, before they are taken out; in ours they would be found.
        const isInside = /^(?:style-src|base-uri)/.test(violatedDirective);
        if (isInside || /^(?:HTML|SVG)ScriptElement text\|/.test(sample)) return;
        hits.push(`the policy stopped ${violatedDirective} ${blockedURI}`);
      },
    );
    window.squire.state = state;
    window.begin();
  });
  await page.waitForSelector("squire-composer");
}

/** Every place in which a text of a stranger can stand. */
function eventsWith(texts: readonly string[]): readonly KeptEvent["event"][] {
  return texts.flatMap((text, at) => {
    const runId = `r${at}`;
    const call = {
      callId: `c${at}`,
      name: "edit",
      summary: `edit ${text}`,
      text,
      args: { path: text },
      details: {
        changedFiles: [text],
        data: { diff: `--- ${text}\n+++ ${text}\n@@ -1 +1 @@\n-${text}\n+${text}!` },
      },
    };
    const output = { callId: `o${at}`, name: "bash", summary: "bash", text, failed: true };
    return [
      ...userSays(runId, text),
      modelSays(runId, "a", text, text),
      modelSays(runId, "b", `- ${text}\n\n> ${text}\n\n[words](${text})\n\n![alt](${text})`),
      callStarts(runId, call),
      callEnds(runId, call),
      callStarts(runId, output),
      callEnds(runId, output),
      {
        type: "turn.failed",
        runId,
        failure: { code: "internal", message: text, advice: text, retryable: false },
      },
    ];
  });
}

async function showTexts({ page }: WatchedPage, texts: readonly string[]): Promise<void> {
  const sessions = texts.map((title, at): SessionSummary => {
    const numbers = { turns: 1, costUsd: 0, createdAt: 1, updatedAt: 1, running: false };
    return { id: `t${at}`, title, cwd: `/home/${title}`, ...numbers };
  });
  const events = eventsWith(texts).map((event, at) => ({ at, event }));
  await inPage(page, { events, sessions, title: texts[0] ?? "" }, showInPage);
}

/** `before`: so many requests went out before. */
async function lookForLife(
  { page, foreign }: WatchedPage,
  before: number,
): Promise<readonly string[]> {
  const found = await inPage(page, null, findAlive);
  const asked = foreign.slice(before).map((url) => `a request to ${url.slice(0, 120)}`);
  return [...found, ...asked];
}
