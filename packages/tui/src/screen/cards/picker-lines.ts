import { inertLine } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { listLines } from "../parts/list-lines.ts";
import type { PickerState } from "../state/app-state.ts";
import { pickerItems } from "../state/picker.ts";

/** A list that has all keys: its title, what was typed, and what fits. */
export function pickerLines(
  picker: PickerState,
  { width, rows }: { readonly width: number; readonly rows: number },
): readonly Line[] {
  const items = pickerItems(picker);
  const head: Line = [
    span(` ${inertLine(picker.title)} `, { tone: "accent", bold: true }),
    span(
      picker.query === "" ? "type to narrow" : inertLine(picker.query),
      picker.query === "" ? "faint" : {},
    ),
  ];
  const body =
    items.length === 0
      ? [[span("   nothing fits", "dim")]]
      : listLines(items, picker.index, { width, rows: Math.max(3, rows - 3) });
  return [head, ...body, [span(" ↑↓ choose · enter · esc", "faint")]];
}
