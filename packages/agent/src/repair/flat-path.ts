/**
 * Paths as names: segments joined by a dot, a dot inside a segment doubled. Only letters that every
 * vendor allows in a property name are added.
 */

/** Null when a segment cannot be told apart again: empty, or with a dot at its edge. */
export function joinPath(path: readonly string[]): string | null {
  if (!path.every(isJoinable)) return null;
  return path.map((segment) => segment.replaceAll(".", "..")).join(".");
}

/** The path behind a name, or null when no path has that name. */
export function splitPath(name: string): readonly string[] | null {
  if (!isJoinable(name)) return null;
  const segments = [""];
  for (const part of name.split(/(\.+)/)) {
    const dots = part.startsWith(".") ? part.length : 0;
    if (dots === 1) segments.push("");
    else if (dots % 2 === 1) return null;
    else segments[segments.length - 1] += dots > 0 ? ".".repeat(dots / 2) : part;
  }
  return segments;
}

function isJoinable(segment: string): boolean {
  return segment !== "" && !segment.startsWith(".") && !segment.endsWith(".");
}
