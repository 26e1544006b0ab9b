import type { KeptEvent, SessionSummary } from "@squire/protocol";
import type { TestWindow } from "./in-page.ts";

// These run in the page: each is sent there by its source, and can use nothing from here.

type Shown = {
  readonly events: readonly KeptEvent[];
  readonly sessions: readonly SessionSummary[];
  readonly title: string;
};

/** Puts texts in their places, and opens every card so that all that it has is in the page. */
export async function showInPage(window: TestWindow, shown: Shown): Promise<void> {
  const { squire } = window;
  const frame = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  Reflect.set(Reflect.get(window, "hits"), "length", 0);
  const total = shown.sessions.length;
  squire.answers.set("sessions.list", () => ({ sessions: shown.sessions, total }));
  squire.state = { ...squire.state, title: shown.title };
  const { state } = squire;
  const { events } = shown;
  squire.tell({ type: "session.restored", reason: "branch", state, events, earlier: null });
  const search = document.querySelector<HTMLInputElement>("squire-sessions input");
  if (search !== null) {
    search.value = shown.title;
    search.dispatchEvent(new Event("input"));
  }
  await frame();
  await frame();
  const closed = "[aria-expanded=false].tool-head, .thought > button";
  for (const head of document.querySelectorAll<HTMLElement>(closed)) head.click();
  await frame();
  await frame();
  // The list is asked for when somebody has stopped typing.
  for (let tries = 0; tries < 300; tries++) {
    if (document.querySelectorAll(".session").length === total) return;
    await frame();
  }
}

/** What has run or could, as far as the page can tell. */
export function findAlive(window: TestWindow): readonly string[] {
  const active =
    "script iframe frame object embed base meta link style svg math img video audio source form";
  const isBad = (element: Element, key: string, value: string): boolean => {
    if (key.startsWith("on") || key === "srcdoc") return true;
    if (key === "style") return element.closest("squire-markdown") !== null;
    const isLink = ["href", "src", "action", "formaction"].includes(key);
    return isLink && !/^(?:https?:\/\/|mailto:)/i.test(value);
  };
  const alive: string[] = [];
  for (const element of document.querySelectorAll("squire-app *")) {
    const name = element.tagName.toLowerCase();
    const isOurs = name === "form" && element.closest("squire-connect, .card") !== null;
    const bad = [...element.attributes].find((one) => isBad(element, one.name, one.value));
    if (active.split(" ").includes(name) && !isOurs) alive.push(element.outerHTML.slice(0, 160));
    else if (bad !== undefined) alive.push(`${bad.name} on ${element.outerHTML.slice(0, 160)}`);
  }
  for (const link of document.querySelectorAll("squire-app a[href]")) {
    const isApart =
      link.getAttribute("rel") === "noopener noreferrer" &&
      link.getAttribute("target") === "_blank";
    if (!isApart) alive.push(`a link without rel: ${link.outerHTML.slice(0, 160)}`);
  }
  const hits: readonly string[] = Reflect.get(window, "hits");
  return [...hits, ...alive];
}
