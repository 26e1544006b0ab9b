import { userParts } from "@squire/protocol/values";
import type { Composer } from "../composer/composer.ts";
import type { Place } from "../terminal/writer/frame-diff.ts";
import { inertLine } from "../text/inert.ts";
import { span, type Line } from "../text/span.ts";
import { truncate } from "../text/width.ts";
import { approvalCard } from "./cards/approval-card.ts";
import { pickerLines } from "./cards/picker-lines.ts";
import { questionCard } from "./cards/question-card.ts";
import { plural } from "@squire/client";
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
    ...editLines(state, width),
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

/** Edits in the words of a reply that wait for a yes. */
function editLines({ view: { edits } }: AppState, width: number): readonly Line[] {
  if (edits.length === 0) return [];
  const paths = [...new Set(edits.map(({ path }) => inertLine(path)))].join(", ");
  const text = `${plural(edits.length, "edit")} in ${paths}`;
  const keys = " · /apply or /discard";
  return [[span(`  ± ${truncate(text, width - 4 - keys.length)}`, "caution"), span(keys, "faint")]];
}

/** Messages that wait, dimmed; the last can be taken back. */
function queueLines(state: AppState, width: number): readonly Line[] {
  const items = state.view.queue;
  const shown = items.slice(-3).map((item): Line => {
    const { words: text } = userParts(item.message.content);
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

/** A key that is typed behind `/login` is not shown. */
function withoutKey(composer: Composer): Composer {
  const text = composer.text.replace(
    /^(\/login\s+\S+\s+)(\S[\s\S]*)$/,
    (_, head: string, key: string) => head + "•".repeat(key.length),
  );
  return text === composer.text ? composer : { ...composer, text };
}

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
  return composerLines(withoutKey(state.composer), state.size, placeholder);
}

/** Where the cursor is, counted from the last row of the frame: the status line is below the composer. */
export function cursorFromEnd(state: AppState, statusRows: number): Place | null {
  const composer = composerPart(state);
  if (composer === null) return null;
  const { lines, cursor } = composer;
  return { row: lines.length - cursor.row - 1 + statusRows, column: cursor.column };
}
