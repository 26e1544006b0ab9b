import type { Sandbox } from "@squire/safety";
import type { Host } from "../open.ts";

/**
 * What a user should know before a command runs (SBX-2): that nothing confines it, where they
 * might think so. Null: it is confined, or they switched that off themselves.
 */
export function unconfinedNote(
  { loaded }: Pick<Host, "loaded">,
  { confines, name }: Pick<Sandbox, "confines" | "name">,
): string | null {
  if (confines || loaded.settings.sandbox.bash !== "auto") return null;
  const why = name.replace(/^none: /, "");
  return `Commands run without a sandbox, with all of your rights: ${why}. \`squire doctor\` tells more.`;
}
