import type { Place } from "../terminal/writer/frame-diff.ts";
import { inertLine } from "../text/inert.ts";
import { span, type Line } from "../text/span.ts";
import { truncate } from "../text/width.ts";
import { approvalCard } from "./cards/approval-card.ts";
import { pickerLines } from "./cards/picker-lines.ts";
import { questionCard } from "./cards/question-card.ts";
import { todoLines } from "./items/plan-lines.ts";
import { composerLines, type ComposerView } from "./parts/composer-lines.ts";
import { listLines } from "./parts/list-lines.ts";
import { activityLines } from "./parts/status-lines.ts";
import type { AppState } from "./state/app-state.ts";
import { overlayOf, type Overlay } from "./state/overlay.ts";

const LIST_ROWS = 8;

/** What stands above the composer: activity, things to do, the queue, and lists or cards. */
export function panelLines(state: AppState, now: number): readonly Line[] {
  const { columns: width, rows } = state.size;
  const overlay = overlayOf(state);
  const most = Math.max(4, rows - 6);
  const activity = activityLines(state.view, now, width);
  if (overlay.owner === "modal") return [...activity, ...modalLines(state, overlay, width, most)];
  return [
    ...activity,
    ...todoLines(state.view.todos, width, Math.min(4, Math.floor(rows / 6))),
    ...queueLines(state, width),
    ...inputPanel(state, overlay, width),
  ];
}

function modalLines(
  state: AppState,
  overlay: Extract<Overlay, { owner: "modal" }>,
  width: number,
  rows: number,
): readonly Line[] {
  switch (overlay.type) {
    case "approval":
      return approvalCard(overlay.request, state.card, { width, rows });
    case "question":
      return questionCard(overlay.question, state.card, { width, rows });
    case "picker":
      return state.picker === null ? [] : pickerLines(state.picker, { width, rows });
  }
}

function inputPanel(state: AppState, overlay: Overlay, width: number): readonly Line[] {
  if (overlay.owner !== "input") {
    return state.hint === null
      ? []
      : [[span(`  ${truncate(inertLine(state.hint), width - 2)}`, "caution")]];
  }
  switch (overlay.type) {
    case "completion": {
      const { completion } = state;
      if (completion === null) return [];
      const mark = completion.trigger.kind === "command" ? "/" : "@";
      return listLines(completion.items, completion.index, { width, rows: LIST_ROWS, mark });
    }
    case "search": {
      const found = state.search?.at === null && state.search.query !== "" ? " (none)" : "";
      return [[span(`  search: ${inertLine(state.search?.query ?? "")}${found}`, "accent")]];
    }
    case "reason":
      return [
        [span(`  why not? ${truncate(inertLine(overlay.request.summary), width - 12)}`, "caution")],
      ];
    case "answer":
      return [[span(`  ? ${truncate(inertLine(overlay.question.prompt), width - 4)}`, "accent")]];
  }
}

/** Messages that wait, dimmed; the last can be taken back. */
function queueLines(state: AppState, width: number): readonly Line[] {
  const items = state.view.queue;
  const shown = items.slice(-3).map((item): Line => {
    const text = item.message.content
      .flatMap((block) => (block.type === "text" ? [block.text] : []))
      .join(" ");
    return [
      span(
        `  ${item.delivery === "steer" ? "↳" : "⏸"} ${truncate(inertLine(text), width - 6)}`,
        "dim",
      ),
    ];
  });
  return items.length === 0
    ? []
    : [...shown, [span("  alt+backspace takes the last one back", "faint")]];
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  code: "What shall we build? / for commands, @ for files, ! for the shell",
  plan: "What shall I plan?",
  research: "What do you want to know?",
  chat: "Say something",
};

/** The composer; null when something modal has the keys (TUI-6). */
export function composerPart(state: AppState): ComposerView | null {
  const overlay = overlayOf(state);
  if (overlay.owner === "modal") return null;
  const placeholder =
    overlay.owner === "input" && (overlay.type === "reason" || overlay.type === "answer")
      ? "enter sends it · esc goes back"
      : state.view.status === "idle"
        ? (PLACEHOLDERS[state.view.mode] ?? "")
        : "enter steers it · alt+enter sends it after";
  return composerLines(state.composer, state.size, placeholder);
}

/** Where the cursor is, counted from the last row of the frame: the status line is below the composer. */
export function cursorFromEnd(state: AppState, statusRows: number): Place | null {
  const composer = composerPart(state);
  if (composer === null) return null;
  const { lines, cursor } = composer;
  return { row: lines.length - cursor.row - 1 + statusRows, column: cursor.column };
}
