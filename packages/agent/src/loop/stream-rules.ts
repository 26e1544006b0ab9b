import type { StreamRule } from "./settings.ts";

/** The first rule that a text breaks; null when none does (LOOP-22). */
export function brokenRule(rules: readonly StreamRule[], text: string): StreamRule | null {
  return rules.find(({ pattern }) => matches(pattern, text)) ?? null;
}

function matches(pattern: RegExp, text: string): boolean {
  // A sticky or global pattern remembers where it was: the answer would depend on earlier ones.
  const flags = pattern.flags.replaceAll(/[gy]/g, "");
  return (flags === pattern.flags ? pattern : new RegExp(pattern.source, flags)).test(text);
}
