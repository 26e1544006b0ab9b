import type { Line } from "../text/span.ts";
import { paint } from "../theme/paint.ts";
import { composerPart, panelLines } from "./layout.ts";
import { lostLines, statusLine } from "./parts/status-lines.ts";
import type { ScreenState } from "./store.ts";

/** Each part of the screen as one text: a component changes only when its text does. */
export const SECTIONS = {
  live: (screen: ScreenState): string => painted(liveWindow(screen), screen),
  panel: (screen: ScreenState): string => painted(panelLines(screen.app, screen.now), screen),
  composer: (screen: ScreenState): string => painted(composerPart(screen.app)?.lines ?? [], screen),
  status: (screen: ScreenState): string => painted(statusLines(screen), screen),
} as const;

export type SectionName = keyof typeof SECTIONS;

export function statusLines({ app, now, numbers }: ScreenState): readonly Line[] {
  const { columns } = app.size;
  const lines = [...lostLines(app.lostAt, now, columns), statusLine(app.view, columns)];
  return numbers === null ? lines : [...lines, [{ text: numbers, tone: "faint" }]];
}

/** The end of what is live: the rest of the screen belongs to the panel, the composer and the status. */
function liveWindow(screen: ScreenState): readonly Line[] {
  const { app, live, now } = screen;
  const below =
    panelLines(app, now).length +
    (composerPart(app)?.lines.length ?? 0) +
    statusLines(screen).length;
  const room = Math.max(0, app.size.rows - below - 2);
  const shown = live.length > room ? live.slice(live.length - room) : live;
  // A blank line stands between the transcript and what is below it.
  return [...shown, []];
}

/** A blank line is a space: an empty text would take no row. */
function painted(lines: readonly Line[], { palette }: ScreenState): string {
  return lines.map((line) => (line.length === 0 ? " " : paint(line, palette))).join("\n");
}
