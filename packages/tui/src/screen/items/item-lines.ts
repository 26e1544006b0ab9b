import {
  count,
  dollars,
  duration,
  imageWords,
  plural,
  type Item,
  type ThinkingItem,
  type TurnItem,
  type UserItem,
} from "@squire/client";
import type { UserFailure } from "@squire/protocol";
import { assertNever } from "@squire/protocol/values";
import { citationLines } from "../../text/citations.ts";
import { inert, inertLine } from "../../text/inert.ts";
import { markdownLines } from "../../text/markdown/markdown.ts";
import { line, span, type Line, type SpanStyle, type Tone } from "../../text/span.ts";
import { wrapLine, wrapText } from "../../text/wrap.ts";
import type { ItemContext } from "./item-context.ts";
import { planLines } from "./plan-lines.ts";
import { shellLines } from "./shell-lines.ts";
import { toolLines } from "./tool-lines.ts";

const INDENT = [span("  ")];

/** An item of the transcript as lines, without a blank line around it. */
export function itemLines(item: Item, context: ItemContext): readonly Line[] {
  switch (item.kind) {
    case "user":
      return userLines(item, context);
    case "text":
      return [...textLines(item.text, context), ...(item.state === "cut" ? [cutLine()] : [])];
    case "thinking":
      return thinkingLines(item, context);
    case "tool":
      return toolLines(item, context);
    case "shell":
      return shellLines(item, context);
    case "notice":
      return stateLines("●", item.level === "warning" ? "caution" : "dim", item.text, context);
    case "error":
      return failureLines(item.failure, context);
    case "plan":
      return planLines(item, context);
    case "citations":
      return indent(citationLines(item.citations, context.width - 2, context.expanded));
    case "turn":
      return turnLines(item);
    default:
      return briefLines(item, context);
  }
}

type BriefItem = Extract<
  Item,
  { kind: "retry" | "compaction" | "summary" | "answer" | "rewind" | "agent" }
>;

/** Things that are one sentence. */
function briefLines(item: BriefItem, context: ItemContext): readonly Line[] {
  switch (item.kind) {
    case "retry": {
      const wait = `attempt ${item.attempt}, after ${duration(item.waitMs)}`;
      return stateLines("●", "caution", `${item.failure.message} · ${wait}`, context);
    }
    case "compaction": {
      if (item.failure !== null) return failureLines(item.failure, context);
      const after = item.tokensAfter === null ? "…" : count(item.tokensAfter);
      const text = `summarised: ${count(item.tokensBefore)} → ${after} tokens`;
      return stateLines(
        "●",
        "dim",
        item.summary === null ? text : `${text} · ${item.summary}`,
        context,
      );
    }
    case "summary": {
      if (item.failure !== null) return failureLines(item.failure, context);
      const text = `notes on the branch that was left: ${item.summary ?? "…"}`;
      return stateLines("●", "dim", text, context);
    }
    case "answer":
      return stateLines("▸", "accent", `${item.prompt} ${item.answer ?? "no answer"}`, context);
    case "rewind": {
      const what =
        item.what === "both" ? "files and talk" : item.what === "code" ? "files" : "talk";
      const turns = item.turns === 0 ? "" : ` by ${plural(item.turns, "turn")}`;
      const files = item.files.length === 0 ? "" : ` · ${plural(item.files.length, "file")}`;
      const text = item.undo ? `rewind undone${files}` : `took back ${what}${turns}${files}`;
      return stateLines("●", "caution", text, context);
    }
    case "agent": {
      const [sign, tone] = item.running
        ? (["…", "dim"] as const)
        : item.ok === true
          ? (["✓", "ok"] as const)
          : (["✗", "danger"] as const);
      const took = item.durationMs === null ? `step ${item.step}` : duration(item.durationMs);
      return stateLines(sign, tone, `agent ${item.task} · ${item.summary} · ${took}`, context);
    }
    default:
      return assertNever(item);
  }
}

function userLines(item: UserItem, { width }: ItemContext): readonly Line[] {
  const lead = item.synthetic ? span("· ", "dim") : span("▸ ", { tone: "accent", bold: true });
  const style = item.synthetic ? ({ tone: "dim" } as const) : ({ bold: true } as const);
  const text = inert(item.text).split("\n");
  const rows = text.flatMap((row, index) =>
    wrapLine([span(row, style)], { width, first: index === 0 ? [lead] : INDENT, rest: INDENT }),
  );
  const files = item.files.map((path) => `@${inertLine(path)}`);
  const extras = [
    ...(files.length === 0 ? [] : [files.join("  ")]),
    ...item.images.map((image) => inertLine(imageWords(image))),
  ];
  return [...rows, ...extras.map((extra) => line(`  ${extra}`, "dim"))];
}

/** What the model says, indented like everything else. */
export function textLines(text: string, context: ItemContext): readonly Line[] {
  const { lex, highlighter } = context;
  const width = Math.max(8, context.width - 2);
  if (lex === null) return indent(wrapText(inert(text), width));
  return indent(markdownLines(text, { lex, width, highlighter }));
}

export function indent(lines: readonly Line[]): readonly Line[] {
  return lines.map((one) => (one.length === 0 ? one : [span("  "), ...one]));
}

export function thinkingLines(item: ThinkingItem, context: ItemContext): readonly Line[] {
  if (item.text.trim() === "") return [];
  const rows = inert(item.text).trim().split("\n");
  if (!context.showThinking) {
    const first = rows[0] ?? "";
    const more = rows.length > 1 ? ` … ${rows.length} lines (ctrl+t)` : "";
    return wrapLine([span(`thought: ${first}${more}`, { tone: "faint", italic: true })], {
      width: context.width,
      first: INDENT,
      rest: INDENT,
    }).slice(0, 1);
  }
  const style = { tone: "faint", italic: true } as const;
  return rows.flatMap((row) =>
    wrapLine([span(row, style)], {
      width: context.width,
      first: [span("  │ ", "faint")],
      rest: [span("  │ ", "faint")],
    }),
  );
}

/** A sign in the gutter and a sentence. */
export function stateLines(
  sign: string,
  tone: Tone,
  text: string,
  { width }: ItemContext,
): readonly Line[] {
  const words = withCode(inertLine(text), tone === "ok" ? {} : { tone });
  return wrapLine(words, { width, first: [span(`${sign} `, tone)], rest: INDENT });
}

/** What stands between backticks is something to type. */
function withCode(text: string, style: SpanStyle): Line {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [span(text, style)];
  return parts
    .map((part, at) => span(part, at % 2 === 1 ? { ...style, tone: "code" } : style))
    .filter((part) => part.text !== "");
}

/** What went wrong, and the next step (faces, principle 6). */
export function failureLines(failure: UserFailure, context: ItemContext): readonly Line[] {
  const lines = stateLines("✗", "danger", failure.message, context);
  const advice = failure.advice ?? (failure.retryable ? "/retry to try again" : null);
  if (advice === null) return lines;
  const words = withCode(inertLine(advice), { tone: "dim" });
  return [...lines, ...wrapLine(words, { width: context.width, first: INDENT, rest: INDENT })];
}

function cutLine(): Line {
  return [span("  ✗ cut off here", "caution")];
}

function turnLines(item: TurnItem): readonly Line[] {
  const parts = [
    item.end === "finished" ? null : item.end === "aborted" ? "stopped" : null,
    item.reason === "limit" ? "reached the step limit" : null,
    item.durationMs === null ? null : duration(item.durationMs),
    item.costUsd === null ? null : dollars(item.costUsd),
  ].filter((part) => part !== null);
  return parts.length === 0 ? [] : [line(`  ${parts.join(" · ")}`, "faint")];
}
