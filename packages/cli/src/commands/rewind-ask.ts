import type { Doubts } from "@squire/host/rewind";
import type { Prompter } from "../prompt.ts";

/** `keep`: what others changed stays, and the rest is put back. */
export type Answer = "yes" | "keep" | "no";

/** Asks about what was just shown; anything but a clear answer is a no. */
export async function askAbout(person: Prompter, { conflicts }: Doubts): Promise<Answer> {
  const question =
    conflicts.length === 0
      ? "Go on all the same? [y/N] "
      : "Overwrite what others changed? [y]es, [k]eep it and put back the rest, [N]o ";
  const answer = (await person.ask(question)).toLowerCase();
  if (answer === "y" || answer === "yes") return "yes";
  return conflicts.length > 0 && (answer === "k" || answer === "keep") ? "keep" : "no";
}
