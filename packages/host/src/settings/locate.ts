import { formatKeyPath } from "./key-path.ts";
import { scanToml } from "./toml-scan.ts";
import type { KeyPath } from "./toml-value.ts";

/** Counted from 1. */
export type Position = { readonly line: number; readonly column: number };

/** Finds the line a key stands on. A key that is not in the text gets its nearest parent's. */
export type Locator = (path: KeyPath) => Position | null;

/** The TOML parser gives positions only for syntax errors, so the index is our own, made when first asked. */
export function createLocator(text: string): Locator {
  let places: ReadonlyMap<string, Position> | undefined;
  return (path) => {
    places ??= indexPlaces(text);
    for (let length = path.length; length > 0; length--) {
      const found = places.get(formatKeyPath(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return null;
  };
}

function indexPlaces(text: string): ReadonlyMap<string, Position> {
  const places = new Map<string, Position>();
  const positionAt = createPositions(text);
  for (const { path, start } of scanToml(text)) {
    const at = positionAt(start);
    // Parents that have no line of their own stand where their first child does.
    for (let length = path.length; length > 0; length--) {
      if (!note(places, path.slice(0, length), at)) break;
    }
  }
  return places;
}

/** False when the path was known before. */
function note(places: Map<string, Position>, path: KeyPath, at: Position): boolean {
  const name = formatKeyPath(path);
  if (places.has(name)) return false;
  places.set(name, at);
  const base = formatKeyPath(path.map(withoutPlus));
  if (!places.has(base)) places.set(base, at);
  return true;
}

/** `"list+"` appends to `list`, and problems speak of `list`. */
function withoutPlus(step: string | number): string | number {
  return typeof step === "string" && step.endsWith("+") ? step.slice(0, -1) : step;
}

/** Offsets must be asked for in rising order. */
function createPositions(text: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  let newline = text.indexOf("\n");
  return (offset) => {
    while (newline !== -1 && newline < offset) {
      line++;
      lineStart = newline + 1;
      newline = text.indexOf("\n", lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}
