import { shownName } from "../workspace/shown-name.ts";

/** The line of an edit of several places for screens. */
export function editSummary(path: string, places: number): string {
  return `edit ${shownName(path)} (${places} ${places === 1 ? "place" : "places"})`;
}
