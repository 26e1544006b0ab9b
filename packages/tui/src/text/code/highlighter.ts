import type { HLJSApi } from "highlight.js";
import { line, span, type Line, type Span, type Tone } from "../span.ts";
import { codeParts, languageOf, loadLanguage } from "@squire/client";

/** Above this a text is shown plain: colours are not worth a stall. */
const LONGEST = 60_000;

/**
 * Colours for code. What it needs is loaded in the background: until then, and for languages it does
 * not know, code is plain. It never fails.
 */
export class Highlighter {
  #core: HLJSApi | null = null;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #onLoaded: () => void;

  /** `onLoaded`: code that was plain may have colours now. */
  constructor(onLoaded: () => void = () => {}) {
    this.#onLoaded = onLoaded;
  }

  /** One line for each line of the code. */
  lines(code: string, info: string): readonly Line[] {
    const language = languageOf(info);
    if (language === null || code.length > LONGEST) return plainLines(code);
    if (this.#core?.getLanguage(language) === undefined) {
      void this.load(info);
      return plainLines(code);
    }
    try {
      return markedLines(this.#core.highlight(code, { language, ignoreIllegals: true }).value);
    } catch {
      return plainLines(code);
    }
  }

  /** Resolves when a language is there, or is known not to be. */
  load(info: string): Promise<void> {
    const name = languageOf(info);
    if (name === null) return Promise.resolve();
    const known = this.#loading.get(name);
    if (known !== undefined) return known;
    const loading = this.#load(name).catch(() => {
      // Code stays plain: a missing grammar is no reason to bother anybody.
    });
    this.#loading.set(name, loading);
    return loading;
  }

  async #load(name: string): Promise<void> {
    const [core, language] = await Promise.all([
      import("highlight.js/lib/core"),
      loadLanguage(name),
    ]);
    this.#core ??= core.default;
    if (language !== null) this.#core.registerLanguage(name, language);
    this.#onLoaded();
  }
}

function plainLines(code: string): readonly Line[] {
  return code.split("\n").map((text) => line(text, "code"));
}

const TONES: Readonly<Record<string, Tone>> = {
  keyword: "keyword",
  built_in: "type",
  type: "type",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  symbol: "string",
  comment: "comment",
  doctag: "comment",
  meta: "comment",
  title: "function",
  section: "heading",
  name: "keyword",
  tag: "keyword",
  attr: "variable",
  attribute: "variable",
  variable: "variable",
  property: "variable",
  addition: "added",
  deletion: "removed",
};

function markedLines(html: string): readonly Line[] {
  const lines: Span[][] = [[]];
  for (const { text, kinds } of codeParts(html)) {
    const tone = TONES[kinds.findLast((kind) => Object.hasOwn(TONES, kind)) ?? ""] ?? "text";
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push(span(piece, tone));
    }
  }
  return lines;
}
