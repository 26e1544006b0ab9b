import type { Citation } from "@squire/protocol";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import type { FaceState } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";
import { CITATION_MARKS, CITATION_WORDS } from "../text/citations.ts";
import { placeOf, safeAddress } from "../text/links.ts";

/** The sources of an answer, each with its quote where it stands and the mark of its check. */
export function sourcesPanel(face: FaceState, want: (intent: Intent) => void): TemplateResult {
  const { runId, citations } = citationsOf(face);
  if (citations.length === 0) {
    return html`<p class="empty faint">
      Sources of an answer come here, each with the quote it rests on.
    </p>`;
  }
  const good = citations.filter(({ status }) => status === "verified").length;
  return html`<p class="dim">${good} of ${citations.length} stand in their source word for word.</p>
    <ul class="sources">
      ${citations.map((citation) => {
        const isHere = face.citation?.n === citation.n && face.citation.runId === runId;
        return html`<li class="source ${isHere ? "current" : ""}" data-source=${citation.n}>
          ${sourceHead(citation)} ${quoteOf(citation)}
          ${citation.claim === undefined ? nothing : html`<p class="dim">for: ${inertLine(citation.claim)}</p>`}
          ${
            citation.artifactId === undefined
              ? nothing
              : html`<button
                  type="button"
                  class="quiet"
                  @click=${() => want({ type: "artifact", artifactId: citation.artifactId ?? "" })}
                >
                  stored text
                </button>`
          }
        </li>`;
      })}
    </ul>`;
}

function sourceHead({ n, status, source, title, line }: Citation): TemplateResult {
  const url = safeAddress(source);
  const name = inertLine(title ?? source);
  return html`<p class="source-head">
    <span class="cite ${status}" title=${CITATION_WORDS[status]}
      >${CITATION_MARKS[status]}${n}</span
    >
    ${
      url === null
        ? html`<span class="mono">${name}${line === undefined ? "" : `:${line}`}</span>`
        : html`<a href=${url.href} target="_blank" rel="noopener noreferrer">${name}</a>
            <span class="link-host">${placeOf(url)}</span>`
    }
  </p>`;
}

/** The quote in the words around it, where those are known. */
function quoteOf({ quote, snippet, status }: Citation): TemplateResult {
  const words = inertText(quote);
  const around = inertText(snippet ?? "");
  const at = words === "" ? -1 : around.indexOf(words);
  const mark = html`<mark>${words}</mark>`;
  const shown = at < 0 ? mark : [around.slice(0, at), mark, around.slice(at + words.length)];
  // Spaces count inside of it, and nowhere else.
  return html`<blockquote class=${status}><span class="kept">${shown}</span></blockquote>`;
}

/** Of the turn that is looked at, or the last one that has some. */
function citationsOf({ view, older, citation }: FaceState): {
  readonly runId: string | null;
  readonly citations: readonly Citation[];
} {
  const all = view === null ? [] : [...older.items, ...view.items, ...view.live];
  const found = all.findLast(
    (item) => item.kind === "citations" && (citation === null || item.runId === citation.runId),
  );
  return found?.kind === "citations"
    ? { runId: found.runId, citations: found.citations }
    : { runId: null, citations: [] };
}
