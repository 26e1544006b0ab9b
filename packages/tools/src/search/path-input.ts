import { z } from "zod";
import { shownName } from "../workspace/shown-name.ts";

/** One path or several, or internal addresses (SRCH-4). */
export function pathsIn() {
  return z.union([z.string(), z.array(z.string())]);
}

/** A count from a model: whole, and within what makes sense. */
export function countFrom(given: number | undefined, usual: number, most: number): number {
  if (given === undefined || Number.isNaN(given)) return usual;
  return Math.min(most, Math.max(1, Math.floor(given)));
}

/** What rules look at; several paths stand one per line, so that no rule for one fits them all. */
export function subjectOf(path: string | readonly string[] | undefined): string {
  if (path === undefined) return ".";
  return typeof path === "string" ? shownName(path) : path.map(shownName).join("\n");
}
