import type { Decision } from "@squire/protocol";

/** Every check that looked at a call, and the rule that would have let it pass. */
export function trailLines({ trail, suggestedRule }: Decision): readonly string[] {
  return [
    ...trail.map(({ stage, verdict, reason, rule, origin }) => {
      const by = rule === undefined ? "" : `  [${rule}${origin === undefined ? "" : ` ${origin}`}]`;
      return `  ${stage.padEnd(9)} ${(verdict ?? "–").padEnd(6)} ${reason}${by}`;
    }),
    ...(suggestedRule === undefined ? [] : [`  rule that would allow it: ${suggestedRule}`]),
  ];
}
