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
import { fenced, inertMarkdown, inlineText } from "./markdown.ts";
import { inertText, isoTime } from "./plain-text.ts";

/** A session to read: front matter, turns, calls, numbered sources (EXP-2). */
export function exportMarkdown(input: ExportInput, options: ExportOptions = {}): string {
  const view = exportView(input, options);
  const parts = [frontMatter(view), `# ${inlineText(view.title)}\n`, ...view.turns.map(turnText)];
  if (view.sources.length > 0) parts.push(`## Sources\n`, sourceList(view.sources));
  return parts.join("\n");
}

function frontMatter(view: ExportView): string {
  const fields: readonly (readonly [string, string | number | readonly string[]])[] = [
    ["title", view.title],
    ["session", view.id],
    ["folder", view.cwd],
    ["created", isoTime(view.createdAt)],
    ["updated", isoTime(view.updatedAt)],
    ["models", view.models],
    ["turns", view.turns.filter(({ turn }) => turn > 0).length],
    ["cost_usd", view.costUsd === null ? "unknown" : Number(view.costUsd.toFixed(6))],
  ];
  // A JSON text is a YAML text as well, whatever stands in it.
  const lines = fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", ""].join("\n");
}

function turnText({ turn, items }: ExportTurn): string {
  const heading = turn === 0 ? "## Before the first turn" : `## Turn ${turn}`;
  return [`${heading}\n`, ...items.map(itemText)].join("\n");
}

function itemText(item: ExportItem): string {
  switch (item.kind) {
    case "user": {
      const images = item.images.map(({ mimeType }) => `(image, ${inlineText(mimeType)})\n`);
      return [`**User** · ${isoTime(item.ts)}\n`, block(item.text), ...images].join("\n");
    }
    case "reply": {
      const ended = item.status === "complete" ? "" : ` · ${item.status}`;
      const head = `**Assistant** · ${inlineText(item.model)}${ended}\n`;
      const thinking = item.thinking === "" ? [] : [quoted(item.thinking)];
      return [head, ...thinking, block(item.text)].join("\n");
    }
    case "tool":
      return callText(item);
    case "note":
      return [`**${inlineText(item.label)}**\n`, fenced(inertText(item.text))].join("\n");
  }
}

function callText(call: ExportedCall): string {
  const how = call.ok ? "ok" : `failed (${inlineText(call.ending)})`;
  const stored = call.artifactId === null ? "" : ` · artifact ${inlineText(call.artifactId)}`;
  const asked = call.summary === "" ? "" : `: ${inlineText(call.summary)}`;
  const parts = [`- **${inlineText(call.tool)}**${asked} · ${how}${stored}\n`];
  if (call.args !== null && call.args !== "") parts.push(fenced(inertText(call.args), "json"));
  if (call.output !== null) parts.push(fenced(inertText(call.output)));
  if (call.artifact !== null) {
    parts.push(fenced(inertText(call.artifact.text)));
    if (call.artifact.truncated) parts.push("(the artifact is longer)\n");
  }
  return parts.join("\n");
}

/** Of several turns each under its own heading: every answer counts from 1. */
function sourceList(sources: readonly ExportedSource[]): string {
  const turns = [...new Set(sources.map(({ turn }) => turn))];
  if (turns.length === 1) return sources.map(sourceText).join("");
  return turns
    .map((turn) => {
      const own = sources.filter((source) => source.turn === turn);
      return `### Turn ${turn}\n\n${own.map(sourceText).join("")}`;
    })
    .join("\n");
}

function sourceText({ n, source, title, quote, status }: ExportedSource): string {
  const name = title === "" ? "" : `${inlineText(title)}, `;
  const said = quote === "" ? "" : `: “${inlineText(quote)}”`;
  return `${n}. ${name}${inlineText(source)} (${inlineText(status)})${said}\n`;
}

function block(text: string): string {
  return `${inertMarkdown(inertText(text)).trim()}\n`;
}

function quoted(text: string): string {
  const lines = inertMarkdown(inertText(text)).trim().split("\n");
  return `${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n`;
}
