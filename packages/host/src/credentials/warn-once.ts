import type { Warn } from "./ports.ts";

/** The same text is said once, however often its cause is met. */
export function warnOnce(warn: Warn): Warn {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    warn(message);
  };
}
