/** The outcomes of calls that cannot be run. */

const LONGEST_NAME = 80;
const MOST_LISTED = 20;

/** RPR-7. */
export function unknownToolText(
  written: string,
  closest: readonly string[],
  known: readonly string[],
): string {
  const rest = known.length - MOST_LISTED;
  const listed = `${known.slice(0, MOST_LISTED).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
  const near =
    closest.length > 0 ? `Did you mean ${closest.join(" or ")}?` : `There are: ${listed}.`;
  const advice = known.length === 0 ? "No tools can be called now." : near;
  return `There is no tool named "${shortened(written)}". ${advice} Nothing was run.`;
}

/** RPR-9. */
export function malformedText(name: string, problem: string): string {
  return `The arguments of ${shortened(name)} are ${problem}. Nothing was run. Send the call again with one valid JSON object.`;
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).toWellFormed()}…` : name;
}
