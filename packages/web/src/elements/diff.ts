import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  changedWords,
  parseDiff,
  type DiffCell,
  type DiffRow,
  type FileDiff,
} from "../diff/parse-diff.ts";
import { LightElement } from "./light-element.ts";

const FIRST_ROWS = 60;

/** A diff with both sides beside each other; below each other where there is no room. */
@customElement("squire-diff")
export class SquireDiff extends LightElement {
  @property({ attribute: false }) accessor diff = "";
  @state() private accessor whole = false;

  protected override render(): unknown {
    return parseDiff(inertText(this.diff)).map((file) => this.#file(file));
  }

  #file({ name, rows }: FileDiff): TemplateResult {
    const shown = this.whole ? rows : rows.slice(0, FIRST_ROWS);
    const more = rows.length - shown.length;
    return html`<div class="diff" role="table" aria-label=${`Changes of ${name || "a file"}`}>
      ${name === "" ? nothing : html`<div class="diff-name mono">${name}</div>`}
      <div class="diff-rows" tabindex="0">${shown.map(rowTemplate)}</div>
      ${
        more > 0
          ? html`<button type="button" class="diff-more" @click=${() => (this.whole = true)}>
              ${more} more rows
            </button>`
          : nothing
      }
    </div>`;
  }
}

function rowTemplate(row: DiffRow): TemplateResult {
  if (row.kind === "gap") return html`<div class="diff-gap" role="row">⋯ ${row.text}</div>`;
  if (row.kind === "same") {
    return html`<div class="diff-row" role="row">
      ${cell(row.left, "", null)}${cell(row.right, "", null)}
    </div>`;
  }
  const { left, right } = row;
  const isPair = left !== null && right !== null;
  const words = isPair ? changedWords(left.text, right.text) : null;
  return html`<div class="diff-row changed" role="row">
    ${cell(left, "removed", words)}${cell(right, "added", words)}
  </div>`;
}

type Words = ReturnType<typeof changedWords>;

const SIGNS: Readonly<Record<string, string>> = { removed: "−", added: "+" };

function cell(side: DiffCell | null, kind: string, words: Words | null): TemplateResult {
  if (side === null) return html`<div class="diff-cell none" role="cell"></div>`;
  return html`<div class="diff-cell ${kind}" role="cell">
    <span class="diff-number">${side.number}</span
    ><span class="diff-sign">${SIGNS[kind] ?? " "}</span
    ><span class="diff-text">${textOf(side.text, words)}</span>
  </div>`;
}

/** What differs within a line stands out, where the rest of it is the same. */
function textOf(text: string, words: Words | null): unknown {
  if (words === null || words.start + words.end < text.length / 4) return text;
  const end = text.length - words.end;
  const middle = text.slice(words.start, end);
  if (middle === "") return text;
  return html`${text.slice(0, words.start)}<mark>${middle}</mark>${text.slice(end)}`;
}
