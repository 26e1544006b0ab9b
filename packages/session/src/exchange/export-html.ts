import { exportView } from "./export-view.ts";
import type {
  ExportedCall,
  ExportedSource,
  ExportInput,
  ExportItem,
  ExportOptions,
  ExportTurn,
  ExportView,
} from "./export-types.ts";
import { escapeHtml, imageUrl, inertPage, safeLink } from "./html.ts";
import { isoTime } from "./plain-text.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
header p, .meta { color: #5a5a5a; font-size: .85rem }
section { border-top: 1px solid #ddd; margin-top: 1.5rem }
article { margin: 1rem 0 }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
.user .text { background: #f2f5fa; padding: .75rem; border-radius: .5rem }
pre { background: #f6f6f6; padding: .75rem; overflow: auto; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
.failed { color: #a40000 }
img { max-width: 100% }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  .user .text, pre { background: #242424 }
  .failed { color: #ff8a8a }
}
`;

/**
 * A session as one page: no script, nothing loaded from anywhere, every text escaped (EXP-3). What a
 * browser may do is closed by a policy as well, in case something should slip through.
 */
export function exportHtml(input: ExportInput, options: ExportOptions = {}): string {
  const view = exportView(input, options);
  const body = [
    head(view),
    ...view.turns.map(section),
    ...(view.sources.length > 0 ? [sources(view.sources)] : []),
  ];
  return inertPage({ title: view.title, style: STYLE, images: true, body });
}

function head({ title, id, createdAt, models, costUsd }: ExportView): string {
  const cost = costUsd === null ? "cost unknown" : `$${costUsd.toFixed(4)}`;
  const facts = [id, isoTime(createdAt), models.join(", "), cost].filter((fact) => fact !== "");
  return `<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(facts.join(" · "))}</p></header>`;
}

function section({ turn, items }: ExportTurn): string {
  const title = turn === 0 ? "Before the first turn" : `Turn ${turn}`;
  return [`<section><h2>${title}</h2>`, ...items.map(article), "</section>"].join("\n");
}

function article(item: ExportItem): string {
  switch (item.kind) {
    case "user": {
      const images = item.images.map((image) => {
        const url = imageUrl(image);
        return url === null ? "<p>(image)</p>" : `<img alt="" src="${url}">`;
      });
      return block("user", `User · ${isoTime(item.ts)}`, text(item.text) + images.join(""));
    }
    case "reply": {
      const ended = item.status === "complete" ? "" : ` · ${item.status}`;
      const thinking = item.thinking === "" ? "" : pre("Thinking", item.thinking);
      return block("reply", `${item.model}${ended}`, thinking + text(item.text));
    }
    case "tool":
      return call(item);
    case "note":
      return block("note", item.label, pre(null, item.text));
  }
}

function call({
  tool,
  summary,
  ok,
  ending,
  args,
  output,
  artifactId,
  artifact,
}: ExportedCall): string {
  const state = ok ? "ok" : `<span class="failed">failed (${escapeHtml(ending)})</span>`;
  const stored = artifactId === null ? "" : ` · artifact ${escapeHtml(artifactId)}`;
  const line = `<p><b>${escapeHtml(tool)}</b> ${escapeHtml(summary)} · ${state}${stored}</p>`;
  const more = [
    args === null ? "" : pre("Arguments", args),
    output === null ? "" : pre("Output", output),
    artifact === null ? "" : pre(artifact.truncated ? "Artifact (cut)" : "Artifact", artifact.text),
  ];
  return `<article class="tool">${line}${more.join("")}</article>`;
}

/** Of several turns each under its own heading: every answer counts from 1. */
function sources(all: readonly ExportedSource[]): string {
  const turns = [...new Set(all.map(({ turn }) => turn))];
  const lists = turns.map((turn) => {
    const title = turns.length === 1 ? "" : `<h3>Turn ${turn}</h3>`;
    return title + sourceList(all.filter((source) => source.turn === turn));
  });
  return `<section><h2>Sources</h2>${lists.join("\n")}</section>`;
}

function sourceList(all: readonly ExportedSource[]): string {
  const items = all.map(({ n, source, title, quote, status }) => {
    const link = safeLink(source, title === "" ? source : title);
    return `<li value="${n}">${link} (${escapeHtml(status)})<div class="text">${escapeHtml(quote)}</div></li>`;
  });
  return `<ol>${items.join("\n")}</ol>`;
}

function block(kind: string, meta: string, body: string): string {
  return `<article class="${kind}"><p class="meta">${escapeHtml(meta)}</p>${body}</article>`;
}

function text(value: string): string {
  return value.trim() === "" ? "" : `<div class="text">${escapeHtml(value)}</div>`;
}

function pre(label: string | null, value: string): string {
  const title = label === null ? "" : `<p class="meta">${escapeHtml(label)}</p>`;
  return value === "" ? "" : `${title}<pre>${escapeHtml(value)}</pre>`;
}
