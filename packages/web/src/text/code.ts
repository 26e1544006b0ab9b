import { codeParts, languageOf, loadLanguage } from "@squire/client";
import type { HLJSApi } from "highlight.js";

/** Above this code stays plain: colours are not worth a stall. */
const LONGEST = 60_000;

let core: Promise<HLJSApi> | null = null;

async function highlighter(name: string): Promise<HLJSApi> {
  core ??= import("highlight.js/lib/core").then((loaded) => loaded.default);
  const api = await core;
  if (api.getLanguage(name) === undefined) {
    const language = await loadLanguage(name);
    if (language !== null) api.registerLanguage(name, language);
  }
  return api;
}

/** Gives code its colours when their grammar is there; it stays plain without one. Never rejects. */
export async function colourCode(element: HTMLElement, language: string): Promise<void> {
  const text = element.textContent;
  const name = languageOf(language);
  if (name === null || text.length > LONGEST) return;
  try {
    const api = await highlighter(name);
    const { value } = api.highlight(text, { language: name, ignoreIllegals: true });
    if (element.textContent === text) element.replaceChildren(...codeNodes(value));
  } catch {
    // Colours are a courtesy: a grammar that cannot be loaded leaves the code as it is.
  }
}

function codeNodes(html: string): readonly Node[] {
  return codeParts(html).map(({ text, kinds }) => {
    if (kinds.length === 0) return document.createTextNode(text);
    const part = document.createElement("span");
    part.className = kinds.map((kind) => `c-${kind}`).join(" ");
    part.textContent = text;
    return part;
  });
}
