import { completed, type Trigger } from "@squire/client";
import { changed, type Composer } from "./composer.ts";

/** Puts a chosen command or path in place of the word. */
export function complete(composer: Composer, trigger: Trigger, chosen: string): Composer {
  const { text, cursor } = completed(composer, trigger, chosen);
  return changed(composer, text, cursor);
}
