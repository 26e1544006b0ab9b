/** The flag that would have let a call pass, as it is typed in a shell; null where no rule would. */
export function suggestionFor(rule: string | undefined): string | null {
  return rule === undefined ? null : `--allow '${rule.replaceAll("'", `'\\''`)}'`;
}
