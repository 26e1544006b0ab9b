import type TurndownService from "turndown";
import { tableText } from "./table.ts";

/** Markdown of an element, with links as they are (make them absolute first). */
export async function markdownOf(root: Element): Promise<string> {
  const { default: Turndown } = await import("turndown");
  const service = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
  });
  // A model reads this, and quotes are looked up in it: the words stay as they are.
  service.escape = (text) => text;
  addRules(service);
  return service
    .turndown(root as unknown as TurndownService.Node)
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function addRules(service: TurndownService): void {
  service.addRule("list item", {
    filter: "li",
    replacement: (content, node) => listItem(content, asElement(node)),
  });
  service.addRule("listing", {
    filter: "pre",
    replacement: (_, node) => `\n\n${listing(asElement(node))}\n\n`,
  });
  service.addRule("link", {
    filter: "a",
    replacement: (content, node) => link(content, asElement(node)),
  });
  service.addRule("picture", {
    filter: ["img"],
    replacement: (_, node) => picture(asElement(node)),
  });
  service.addRule("table", {
    filter: "table",
    replacement: (content, node) => {
      const cell = (element: Element): string =>
        service.turndown(element as unknown as TurndownService.Node);
      return `\n\n${tableText(asElement(node), cell) ?? content.trim()}\n\n`;
    },
  });
}

// Rules are only called with elements; the library has types of its own for them.
function asElement(node: TurndownService.Node): Element {
  return node as unknown as Element;
}

function listItem(content: string, item: Element): string {
  const list = item.parentElement;
  const before = [...(list?.children ?? [])].indexOf(item);
  const start = Number(list?.getAttribute("start") ?? 1) || 1;
  const mark = list?.tagName === "OL" ? `${start + before}. ` : "- ";
  const lines = content.trim().replaceAll("\n", `\n${" ".repeat(mark.length)}`);
  return `${mark}${lines}${item.nextSibling === null ? "" : "\n"}`;
}

function listing(element: Element): string {
  const code = element.querySelector("code");
  const names = `${element.className} ${code?.className ?? ""} ${element.parentElement?.className ?? ""}`;
  const [, language = ""] =
    /(?:language|lang|highlight-source|highlight)-([\w+#.-]+)/.exec(names) ?? [];
  const text = (element.textContent ?? "").replace(/^\n+/, "").trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function link(content: string, element: Element): string {
  const text = content
    .replaceAll(/\s+/g, " ")
    .replace(/^ ?#+ /, "")
    .trim();
  const href = element.getAttribute("href") ?? "";
  // A picture that leads to itself is no link to follow.
  if (text === "" || href === "" || (element.textContent ?? "").trim() === "") return text;
  return href === text ? `<${href}>` : `[${text}](${href})`;
}

const MOST_ALT_CHARS = 200;

/** Only what it is said to show: a model cannot see it there, and nobody should load it. */
function picture(element: Element): string {
  const alt = (element.getAttribute("alt") ?? "").replaceAll(/\s+/g, " ").trim();
  return alt === "" ? "" : `[image: ${alt.slice(0, MOST_ALT_CHARS)}]`;
}
