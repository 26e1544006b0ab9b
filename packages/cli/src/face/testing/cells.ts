import type { IBufferCell, Terminal } from "@xterm/headless";

/** One place of a terminal's screen and how it looks. */
export type Cell = {
  readonly text: string;
  /** `#rrggbb`; null: the terminal's own. */
  readonly colour: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
};

/** The screen that can be seen, cell by cell. */
export function screenCells(terminal: Terminal): readonly (readonly Cell[])[] {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: terminal.cols }, (__, column) => line?.getCell(column));
    return cells.flatMap((cell) =>
      cell === undefined || cell.getWidth() === 0 ? [] : [cellOf(cell)],
    );
  });
}

function cellOf(cell: IBufferCell): Cell {
  return {
    text: cell.getChars() || " ",
    colour: cell.isFgRGB() ? `#${cell.getFgColor().toString(16).padStart(6, "0")}` : null,
    bold: cell.isBold() !== 0,
    italic: cell.isItalic() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}
